"""Random documents of Pulp in the Cards."""

from random import Random
from typing import Any

from tests.rules.second.pulp import REFUSED
from tests.rules.second.pulp import initiative as judged_initiative
from tests.rules.second.pulp_combat import combat as judged_combat

Document = dict[str, Any]


def fourteen(rng: Random) -> list[str]:
    """A shuffled deck of fourteen: which suits the aces, deuces and pictures have is open (P1)."""
    black = [rank + rng.choice("sc") for rank in "A24"]
    red = [rank + suit for rank in "A2" for suit in "hd"]
    pictures = rng.sample([rank + suit for rank in "JQK" for suit in "shdc"], 7)
    return rng.sample([*black, *red, *pictures], 14)


def deal(rng: Random) -> Document:
    """Seven cards; at times one that the deck does not have."""
    cards = fourteen(rng)[:7]
    if rng.random() < 0.08:
        cards[0] = rng.choice(("7d", "4h", cards[1], "As", "Kc"))
    document: Document = {"kind": "deal", "cards": cards}
    if rng.random() < 0.8:
        document["difficulty"] = rng.randint(-4, 4)
    if rng.random() < 0.4:
        document["resistance"] = rng.random() < 0.7
    return document


def odds(rng: Random) -> Document:
    """One of the nine difficulties."""
    return {"kind": "odds", "difficulty": rng.randint(-4, 4)}


def deck(rng: Random) -> Document:
    """A deck that may lack cards or have some too many."""
    cards = fourteen(rng)
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        cards.pop()
    cards += [rng.choice(("7d", "4h", "As", "Ac", "Kc", "2h", "Ts")) for _ in range(rng.choice((0, 0, 1, 2)))]
    return {"kind": "deck", "cards": cards}


def initiative(rng: Random) -> Document:
    """Two to six fighters; whoever ties has drawn again as often as the deck and chance allowed."""
    cards = fourteen(rng)
    fighters: list[Document] = []
    for name in ["ann", "bill", "cora", "dov", "eve", "finn"][: rng.randint(2, 6)]:
        fighter: Document = {"id": name, "cards": [cards.pop(), cards.pop()]}
        if rng.random() < 0.3:
            fighter["advantage"] = rng.randint(1, 4)
        fighters.append(fighter)
    if rng.random() < 0.5:
        for fighter in fighters:
            fighter["born"] = f"{rng.randint(1980, 1983)}-05-0{rng.randint(1, 3)}"
    document = {"kind": "initiative", "combatants": fighters}
    for _ in range(rng.choice((0, 1, 2, 9))):
        _draw_again(document, cards)
    return document


def _draw_again(document: Document, cards: list[str]) -> None:
    judged = judged_initiative(document)
    groups = [] if isinstance(judged, str) else judged["draw_again"]
    for fighter in document["combatants"]:
        if any(fighter["id"] in group for group in groups):
            fighter["cards"].append(cards.pop())


def combat(rng: Random) -> Document:
    """Up to twenty steps of a fight; a step that the second judge refuses mostly is not kept."""
    names = ["ann", "bill", "cora", "dov"][: rng.randint(2, 4)]
    steps: list[Document] = []
    document = {"kind": "combat", "combatants": names, "steps": steps}
    bold = rng.random() < 0.3
    for _ in range(rng.randint(0, 20)):
        steps.append(_step(rng, names))
        if judged_combat(document) == REFUSED:
            if bold:
                break
            steps.pop()
    return document


def _step(rng: Random, names: list[str]) -> Document:
    dos = ("attacked", "order", "surprise", "free-attack", "cycle", "move", "leave", "join")
    step: Document = {"do": rng.choices(dos, weights=(10, 5, 4, 1, 4, 3, 1, 1))[0]}
    if step["do"] == "order":
        return step | {
            "order": rng.sample(names, len(names) if rng.random() < 0.6 else rng.randint(2, len(names)))
        }
    if step["do"] == "cycle":
        return step | {"keep": rng.random() < 0.6}
    if step["do"] == "attacked":
        return step
    if step["do"] == "join":
        place = {"place": rng.randint(1, len(names))} if rng.random() < 0.5 else {}
        return step | {"id": rng.choice(("eve", "finn", rng.choice(names)))} | place
    if step["do"] == "surprise":
        who = (
            {"ids": rng.sample(names, rng.randint(1, 2))} if rng.random() < 0.3 else {"id": rng.choice(names)}
        )
        return step | {"success": rng.random() < 0.5} | who
    step["id"] = rng.choice(names)
    if step["do"] == "move":
        step["place"] = rng.randint(1, len(names))
    return step


def document(rng: Random) -> Document:
    """One document of any kind."""
    return rng.choices((deal, initiative, combat, deck, odds), weights=(30, 30, 40, 8, 1))[0](rng)
