"""What goes wrong in every game by mail, arranged so that the service can show what it does then.

A twist is a way to send one's orders that turn; an intrusion happens beside them. Each tells what
came of it and checks that nothing else did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TypeAlias

from mailbot.demo.cast import FORGER, GAMES, STRANGER
from mailbot.demo.clients import Draft, terminal
from mailbot.demo.harbour import GAME
from mailbot.demo.player import Player, Received, hand_in
from mailbot.demo.show import Plan, Show, Twist, plan
from mailbot.demo.slips import refusals, typos
from mailbot.mail.outgoing import Kind

Intrusion: TypeAlias = "Callable[[Show, Player], None]"


def plainly(show: Show, plan: Plan) -> None:
    """One letter, one receipt."""
    plan.send(*plan.lines())
    _receipt(show, plan)


def with_a_typo(show: Show, plan: Plan) -> None:
    """Two letters of a name change places; the receipt says how it was read."""
    slip = next(typos(plan), None)
    if slip is None:
        return plainly(show, plan)
    rest = plan.lines(order for order in plan.orders if order is not slip.order)
    plan.send(*rest, slip.line)
    show.expect(_receipt(show, plan, slip.problem.text), "a slip of the pen is remarked upon")
    show.tell(f"{plan.player.role} types “{slip.line}”. The receipt: “{slip.problem.text}”")
    return None


def refused_then_ok(show: Show, plan: Plan) -> None:
    """A line that does not read is refused with one that would; `ok N` takes it."""
    slip = next(refusals(plan), None)
    if slip is None:
        return plainly(show, plan)
    rest = plan.lines(order for order in plan.orders if order is not slip.order)
    plan.send(*rest, slip.line)
    if not _receipt(show, plan, slip.problem.suggestion):
        show.expect(False, "a refused line comes back with a suggestion")
        return None
    receipt = plan.player.latest(Kind.RECEIPT)
    number = "" if receipt is None else receipt.text.partition('Answer "ok ')[2].partition('"')[0]
    show.tell(
        f"{plan.player.role} writes “{slip.line}”. Refused; the receipt suggests "
        f"“{slip.problem.suggestion}”, and “ok {number}” takes it."
    )
    if receipt is not None:
        plan.player.answer(receipt, f"ok {number}")
    show.expect(_receipt(show, plan, f"Suggestion {number} was taken"), "`ok` takes it")
    return None


def in_two_letters(show: Show, plan: Plan) -> None:
    """Half of the orders now and half later: a later letter leaves the rest alone."""
    half = len(plan.orders) // 2
    for part in (plan.orders[:half], plan.orders[half:]):
        plan.send(*plan.lines(part))
        _receipt(show, plan)
        show.harbour.clock.advance(timedelta(hours=3))
    show.tell(f"{plan.player.role} sends orders in two letters; the second receipt lists them all.")


def proclaims(show: Show, plan: Plan) -> None:
    """A word to everybody, printed in the next sheet."""
    words = f"{plan.player.role} greets everybody, and warns them all to keep their distance."
    plan.send(*plan.lines(), "", f"public: {words}", "")
    show.expect(_receipt(show, plan, "Your proclamation will be printed"), "it is confirmed")
    for player in show.players:
        show.proclaimed.setdefault(player.role, []).append(words)
    show.tell(f"{plan.player.role} proclaims: “{words}”")


def with_seed_words(show: Show, plan: Plan) -> None:
    """Words of his own, mixed into the dice of the stage after this one."""
    plan.send(*plan.lines(), "", "seed: seven seas and a following wind")
    show.expect(_receipt(show, plan, "Your seed words will be mixed"), "the words are taken")
    show.tell(f"{plan.player.role} sends seed words, to be mixed into later dice.")


def sent_twice(show: Show, plan: Plan) -> None:
    """A mail server delivers his letter twice; it counts and is answered once."""
    raw = plan.send(*plan.lines())
    plan.player.send_again(plan.sheet.reply_to, raw)
    show.harbour.work()
    receipts = [one for one in plan.player.read_mail() if one.kind is Kind.RECEIPT]
    show.expect(len(receipts) == 1, "a letter that comes twice is answered once")
    show.tell(f"A mail server delivers {plan.player.role}'s letter twice: one receipt.")


def answering_an_old_sheet(show: Show, plan: Plan) -> None:
    """Orders in answer to an earlier sheet are kept, and count when he says so."""
    old = next((one for one in reversed(plan.player.letters) if _earlier(one, plan)), None)
    if old is None:
        return plainly(show, plan)
    own = plan.lines(plan.orders)
    plan.player.answer(old, *plan.letter(*own))
    show.expect(_receipt(show, plan, "they were kept and not carried out"), "old orders are kept")
    receipt = plan.player.latest(Kind.RECEIPT)
    if receipt is not None:
        plan.player.answer(receipt, "apply")
    show.expect(
        _receipt(show, plan, "The orders that were kept are read with this letter"),
        "`apply` takes them",
    )
    show.tell(
        f"{plan.player.role} answers an earlier sheet by mistake: the orders are kept, "
        "and one word, “apply”, makes them count."
    )
    return None


def _earlier(letter: Received, plan: Plan) -> bool:
    """A sheet that asked for orders, but not the one that asks for these."""
    before = 0 < letter.stage < plan.game.stage.number
    return letter.kind is Kind.SHEET and before and "#orders" in letter.text


def forgery(show: Show, player: Player) -> None:
    """Orders in his name from somebody without his reply address: his owner is asked."""
    before = show.harbour.standing(show.harbour.game(), player.role)
    letter = player.latest(Kind.SHEET)
    if letter is None:
        return
    forged = plan(show, player, letter, lot="forged")
    stage = forged.game.stage.number
    raw = _plain(
        show, player.admiral.address, f"Re: [{GAME} T{stage}] orders", forged.lines(forged.orders)
    )
    hand_in(show.harbour.post.smtp_account(FORGER), FORGER, GAMES, raw)
    asked = [one for one in show.exchange(player) if one.kind is Kind.CONFIRMATION]
    after = show.harbour.standing(show.harbour.game(), player.role)
    show.expect(len(asked) == 1, "the owner of a forged name is asked")
    show.expect(after == before, "a forged letter changes nothing")
    show.expect(not show.harbour.post.letters(FORGER), "the forger gets no answer")
    show.tell(
        f"A forger sends orders in {player.role}'s name. They are set aside, {player.role} is "
        "asked whether they are genuine, and nothing changes."
    )


def auto_reply(show: Show, player: Player) -> None:
    """A holiday notice answers a receipt and gets no answer, or they would go on for ever."""
    receipt = player.latest(Kind.RECEIPT)
    if receipt is None:
        return
    notice = _plain(
        show,
        player.admiral.address,
        f"Automatic reply: {receipt.quoted.subject}",
        ("I am at sea until Monday.",),
        "Auto-Submitted: auto-replied",
    )
    account = show.harbour.post.smtp_account(player.admiral.address)
    hand_in(account, player.admiral.address, receipt.reply_to, notice)
    show.expect(not _answers(show, player), "a holiday notice gets no answer")
    show.tell(f"{player.role}'s holiday notice answers a receipt. Nobody answers the notice.")


def too_large(show: Show, player: Player) -> None:
    """His orders with a film attached: only the head is read, and he is told so."""
    letter = player.latest(Kind.SHEET)
    if letter is None:
        return
    before = show.harbour.standing(show.harbour.game(), player.role)
    film = ("AAAA" * 18,) * (show.harbour.service.config.limits.letter_bytes // 72)
    raw = _plain(show, player.admiral.address, "Re: our last battle", ("See this film:", *film))
    player.send_again(letter.reply_to, raw)
    told = _answers(show, player)
    after = show.harbour.standing(show.harbour.game(), player.role)
    show.expect([one.kind for one in told] == [Kind.HELP], "a letter too large gets a word of help")
    show.expect(after == before, "a letter too large changes nothing")
    show.tell(f"{player.role} sends a film along: too large to be read, and the answer says so.")


def stranger(show: Show) -> None:
    """Somebody whom nobody knows writes about something else."""
    raw = _plain(show, STRANGER, "Great offer", ("Dear Sir or Madam,", "cheap sails, all sizes!"))
    hand_in(show.harbour.post.smtp_account(STRANGER), STRANGER, GAMES, raw)
    show.harbour.work()
    show.expect(not show.harbour.post.letters(STRANGER), "a stranger gets no answer")
    show.tell("A stranger offers cheap sails. Nobody answers.")


def too_late(show: Show, player: Player) -> None:
    """Other orders two minutes after the deadline, before the turn has run."""
    letter = player.latest(Kind.SHEET)
    if letter is None:
        return
    changed = plan(show, player, letter, lot="late")
    player.answer(letter, "One more thing:", "", *changed.lines(changed.orders))
    show.tell(f"{player.role} writes again two minutes after the deadline: too late, and told so.")


TWISTS: Mapping[int, Mapping[int, Twist]] = {
    0: {2: in_two_letters},
    1: {0: with_a_typo, 2: proclaims, 4: with_seed_words},
    2: {3: refused_then_ok, 1: sent_twice},
    3: {5: answering_an_old_sheet, 4: with_a_typo},
    4: {2: in_two_letters, 0: refused_then_ok},
    5: {3: proclaims},
    6: {5: with_a_typo, 1: with_seed_words},
    7: {4: answering_an_old_sheet},
    8: {2: refused_then_ok},
    9: {0: proclaims, 3: sent_twice},
}
"""By how often orders have been asked for, and by place among those who are asked."""

INTRUSIONS: Mapping[int, Mapping[int, Intrusion]] = {
    1: {5: forgery},
    2: {0: auto_reply},
    3: {2: too_large},
    6: {3: forgery},
}

LATECOMERS: Mapping[int, int] = {2: 4, 7: 1}


def expect_receipt(show: Show, plan: Plan, words: str = "") -> bool:
    """Once the service has worked: does a receipt say this?"""
    receipts = [one for one in plan.player.read_mail() if one.kind is Kind.RECEIPT]
    if not receipts:
        show.expect(False, f"{plan.player.role}'s letter is answered by a receipt")
        return False
    return receipts[-1].says(words)


def _answers(show: Show, player: Player) -> list[Received]:
    """What comes for him now, without what he hears of the others."""
    return [one for one in show.exchange(player) if one.kind not in (Kind.NOTICE, Kind.PRESS)]


def _receipt(show: Show, plan: Plan, words: str = "") -> bool:
    show.harbour.work()
    return expect_receipt(show, plan, words)


def _plain(
    show: Show, sender: str, subject: str, lines: tuple[str, ...], header: str = ""
) -> bytes:
    """A letter from no mail program in particular."""
    draft = Draft(
        name=sender.partition("@")[0].capitalize(),
        address=sender,
        to=GAMES,
        subject=subject,
        date=show.harbour.clock.now(),
        message_id=f"<{len(show.harbour.post.delivered())}.x@mail.example.net>",
        lines=lines,
    )
    raw = terminal(draft)
    return f"{header}\r\n".encode() + raw if header else raw
