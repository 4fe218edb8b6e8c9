"""What to say of a line that could not be read, if its writer meant one thing in particular."""

from __future__ import annotations

from collections.abc import Sequence

from grammar import merchant_mistakes, mistakes
from grammar.corrections import MOST_WORDS
from grammar.lexicon import SIGNS, WORD, Word
from grammar.merchant_judge import SIGN_UP, Judge
from grammar.merchant_player import names_somebody
from grammar.merchant_words import OTHER, OWN, RESERVED, SHIP
from grammar.mistakes import Slip

_SHIP = SIGNS[SHIP]


def answer(judge: Judge, line: str, marked: Sequence[Word], slip: Slip | None) -> Slip | None:
    """The slip to tell; `slip` is that of the line as it stands. None if it is no order at all."""
    if len(marked) > MOST_WORDS:
        return slip
    if slip is not None and slip.problem.code == "unfinished":
        slip = _word_as_name(judge, marked) or slip
    return (
        _strange_ship(judge, marked)
        or slip
        or _untimely(judge, line, marked)
        or _word_as_name(judge, marked)
    )


def _strange_ship(judge: Judge, line: Sequence[Word]) -> Slip | None:
    """What to say if the line would be an order, were its first name a ship of his."""
    place = next((at for at, word in enumerate(line) if word.sign in (WORD, OTHER)), None)
    if place is None or not judge.words.stage:
        return None
    word = line[place].text
    if any(one.sign == _SHIP for one in line[:place]) or word.casefold() in mistakes.NO_NAMES:
        return None
    if judge.as_own(line, place) is None:
        return None
    own = [name for name in judge.lexicon.nearest(word, OWN) if line[place].sign == WORD]
    return mistakes.ambiguous(word, own) if len(own) > 1 else merchant_mistakes.no_such_ship(word)


def _untimely(judge: Judge, line: str, marked: Sequence[Word]) -> Slip | None:
    """A line of sign-up in a game that has begun, or of a turn in one that has not."""
    if not judge.words.stage:
        begins = bool(marked) and marked[0].sign == WORD
        return merchant_mistakes.not_begun() if begins and judge.as_own(marked, 0) else None
    signs = (WORD if word.sign in (_SHIP, OTHER) else word.sign for word in marked)
    shape = SIGN_UP(" ".join(signs))
    kinds = [part.kind for part in shape.parts] if shape else []
    if names_somebody(line):
        return merchant_mistakes.sign_up_is_over()
    if shape is None or len(kinds) < 2:
        return None
    home = shape.rule == "home" and "PLACE" in kinds
    design = shape.rule == "design" and "HULL" in kinds[:2] and "NUMBER" in kinds[1:3]
    return merchant_mistakes.sign_up_is_over() if home or design else None


def _word_as_name(judge: Judge, line: Sequence[Word]) -> Slip | None:
    """What to say if the line would build a ship, were a word of the language a name."""
    for place, word in enumerate(line):
        if place and word.sign in RESERVED:
            named = [*line[:place], Word(WORD, word.text), *line[place + 1 :]]
            try:
                judge.judged(named)
            except Slip as slip:
                if slip.problem.code == "name-reserved":
                    return slip
    return None
