"""Letters that may break the link whenever they are fetched: one such must not stop all mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

#: A letter against which so much is held is passed over as unreadable (MAIL-R4).
DEADLY = 12
#: A loss over a link that had just carried another letter, and one over a fresh link.
_PROOF, _HINT = 4, 1
#: It was only lost among others.
_IN_COMPANY = -1


class Doubts:
    """What is held against letters, by UIDVALIDITY and UID.

    A broken link alone proves little: servers have bad hours. Losses are laid to a letter that was
    fetched alone, and weigh more when the link had just carried another.
    """

    def __init__(self) -> None:
        self._held: dict[tuple[int, int], int] = {}

    def batches(self, valid: int, uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
        """Sets to fetch at once, in order; a doubtful letter stands alone."""
        calm: list[int] = []
        for uid in uids:
            doubtful = (valid, uid) in self._held
            if calm and (doubtful or len(calm) == size):
                yield calm
                calm = []
            if doubtful:
                yield (uid,)
            else:
                calm.append(uid)
        if calm:
            yield calm

    def suspect(self, valid: int, uid: int) -> bool:
        """Was the link lost on this letter alone?"""
        return self._held.get((valid, uid), _IN_COMPANY) > _IN_COMPANY

    def deadly(self, valid: int, uid: int) -> bool:
        return self._held.get((valid, uid), 0) >= DEADLY

    def lost(self, valid: int, uids: Sequence[int], *, link_was_sound: bool) -> None:
        """The link broke while these were fetched."""
        if len(uids) == 1:
            before = max(self._held.get((valid, uids[0]), 0), 0)
            self._held[valid, uids[0]] = before + (_PROOF if link_was_sound else _HINT)
        else:
            for uid in uids:
                self._held.setdefault((valid, uid), _IN_COMPANY)

    def cleared(self, valid: int, uids: Iterable[int]) -> None:
        """These came well."""
        for uid in uids:
            self._held.pop((valid, uid), None)
