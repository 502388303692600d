"""Codes, frames, packed goods and sets of bits: what is packed is unpacked again."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viae.rules import bits, codes, frames, goods, roles

CARDS = (0, 1, 77, 255)
SIDES = (0, roles.ARCHITECT, roles.PREFECT, roles.MERCATOR)
PLACES = (0, 1, 58, 1023)


def test_every_verb_is_read_back() -> None:
    made = [
        codes.play(1, 2),
        codes.move(codes.SEA, 3, 4),
        codes.build(5),
        codes.produce(6),
        codes.COLLECT_CODE,
        codes.sell(7, goods.WINE),
        codes.buy(8, goods.TOOL),
        codes.CASH_CODE,
        codes.settle(codes.LAND, 9),
        codes.purchase(10, goods.CLOTH),
        codes.copy(3, 1),
        codes.repeat(2),
        codes.suggest(11),
        codes.keep(goods.pack([1, 2, 3, 4, 5])),
        codes.DONE_CODE,
        codes.reveal(12),
    ]
    assert [codes.verb_of(code) for code in made] == list(range(16))


def test_cards_and_sides_are_read_back() -> None:
    for card, side in product(CARDS, SIDES):
        code = codes.play(card, side)
        assert codes.play_of(code) == (card, side)
        assert (codes.card_of(code), codes.side_of(code)) == (card, side)
    for card in CARDS:
        assert codes.card_of(codes.suggest(card)) == card
        assert codes.card_of(codes.reveal(card)) == card
        for good in (-1, *range(goods.KINDS)):
            code = codes.purchase(card, good)
            assert codes.purchase_of(code) == (card, good)
            assert codes.card_of(code) == card
            assert codes.side_of(code) == 0
    for seat, side in product(range(6), SIDES):
        code = codes.copy(seat, side)
        assert codes.copy_of(code) == (seat, side)
        assert codes.side_of(code) == side
    for side in SIDES:
        assert codes.repeat_of(codes.repeat(side)) == side
        assert codes.side_of(codes.repeat(side)) == side
    assert codes.side_of(codes.DONE_CODE) == 0


def test_places_are_read_back() -> None:
    for kind, start, path in product((codes.LAND, codes.SEA), PLACES, PLACES):
        assert codes.move_of(codes.move(kind, start, path)) == (kind, start, path)
        assert codes.settle_of(codes.settle(kind, path)) == (kind, path)
        assert codes.city_of(codes.settle(kind, path)) == path
    for place in PLACES:
        assert codes.city_of(codes.build(place)) == place
        assert codes.province_of(codes.produce(place)) == place


def test_trades_are_read_back() -> None:
    for number, kind in product(range(1, 13), range(goods.KINDS)):
        assert codes.trade_of(codes.sell(number, kind)) == (number, kind)
        assert codes.trade_of(codes.buy(number, kind)) == (number, kind)


@given(st.lists(st.integers(0, 15), min_size=goods.KINDS, max_size=goods.KINDS))
def test_packed_goods_are_read_back(counts: list[int]) -> None:
    packed = goods.pack(counts)
    assert goods.counts(packed) == counts
    assert codes.keep_of(codes.keep(packed)) == packed
    assert codes.verb_of(codes.keep(packed)) == codes.KEEP
    named = goods.by_name(packed)
    assert list(named) == [name for name in goods.NAMES if name in named]
    assert [named.get(name, 0) for name in goods.NAMES] == counts
    assert 0 not in named.values()


def test_the_largest_keep_fits_below_its_verb_and_a_code_into_32_bits() -> None:
    largest = goods.pack([goods.FIELD_MASK] * goods.KINDS)
    assert largest <= codes.OPERANDS
    assert codes.keep_of(codes.keep(largest)) == largest
    assert (codes.REVEAL << codes.SHIFT | codes.OPERANDS) < 2**32


@pytest.mark.parametrize("decision", [roles.TRIBUNE, roles.MERCATOR, roles.PLAY, roles.KEEP])
def test_frames_are_read_back(decision: int) -> None:
    for actor, together, detail in product(range(6), (0, 1), (0, 5, goods.pack([12] * 5))):
        part = frames.frame(decision, actor, together, detail)
        assert frames.decision_of(part) == decision
        assert frames.actor_of(part) == actor
        assert frames.together_of(part) == together
        assert frames.detail_of(part) == detail
        # The figures for arrays of frames say the same.
        assert part & frames.DECISION_MASK == decision
        assert part >> frames.ACTOR_SHIFT & frames.ACTOR_MASK == actor
        assert part >> frames.TOGETHER_SHIFT & 1 == together
        assert part >> frames.DETAIL_SHIFT == detail


@given(st.sets(st.integers(0, 90)), st.sets(st.integers(0, 90)))
def test_masks_are_sets(some: set[int], others: set[int]) -> None:
    mask, other = bits.mask_of(some), bits.mask_of(others)
    assert bits.members(mask) == sorted(some)
    assert [n for n in range(92) if bits.has(mask, n)] == sorted(some)
    assert bits.members(bits.union(mask, other)) == sorted(some | others)
    assert bits.members(bits.intersection(mask, other)) == sorted(some & others)
    assert bits.members(bits.difference(mask, other)) == sorted(some - others)
    assert bits.overlap(mask, other) == len(some & others)
    assert bits.meet(mask, other) == bool(some & others)
    assert bits.count(mask) == len(some)
    for n in sorted(some | others):
        assert bits.members(bits.single(n)) == [n]
        assert bits.members(bits.added(mask, n)) == sorted({*some, n})
        assert bits.members(bits.removed(mask, n)) == sorted(some - {n})


def test_counting_bits() -> None:
    for mask in (0, 1, 0b1011, (1 << 40) - 1, 1 << 61, (1 << 70) | 5):
        assert bits.count(mask) == mask.bit_count()
