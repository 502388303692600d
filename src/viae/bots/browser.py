"""The learned evaluation where Python runs in a browser: JavaScript computes the net.

`viae.bots.evaluation.use(JavaScript(make_net))` chooses it. `make_net` is the function of that name
in `web/src/local/net.ts`. Needs nothing but the standard library.
"""

from __future__ import annotations

import io
import math
from array import array
from collections.abc import Callable, Sequence
from struct import unpack_from
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from viae.bots.core.features import OLD_SIZE, SIZE
from viae.bots.evaluation import OUTPUTS, SAID, Outputs
from viae.errors import ViaeError

WORD: Final = 0xFFFF_FFFF
LONG: Final = (1 << 128) - 1

# For each layer: how many numbers go in, how many come out, weights row by row, biases.
Layer = tuple[int, int, "array[float]", "array[float]"]
# Given rows, a JavaScript array of the outputs, one after the other.
Compute = Callable[[bytes], Any]


class JavaScript:
    """The implementation for browsers.

    `make_net` makes a function of the layers of a net and of how long a row is.
    """

    def __init__(self, make_net: Callable[[Sequence[Layer], int], Compute]) -> None:
        self._make_net = make_net

    def load(self, data: bytes) -> JavaScriptNet:
        """The net in a file's content; `ViaeError` if it does not fit these features."""
        layers = read_layers(data)
        if (layers[0][0], layers[-1][1]) not in ((SIZE, SAID), (OLD_SIZE, OUTPUTS)):
            fault = f"{layers[0][0]} features, but this version has {SIZE}"
            raise ViaeError(f"the weights are for another version: {fault}")
        return JavaScriptNet(data, self._make_net(layers, SIZE))

    def noise(self, seed: int) -> PlainNoise:
        """Random numbers, those of numpy."""
        return PlainNoise(seed)


class JavaScriptNet:
    """A net that JavaScript computes."""

    def __init__(self, data: bytes, compute: Compute) -> None:
        self._data = data
        self._compute = compute

    def evaluate(self, rows: bytes) -> list[Outputs]:
        """What a seat may expect, for each row: the numbers travel in one piece each way."""
        flat = memoryview(self._compute(rows).to_py()).tolist()
        return [flat[at : at + OUTPUTS] for at in range(0, len(flat), OUTPUTS)]

    def dump(self) -> bytes:
        """The weights as a file's content."""
        return self._data


def read_layers(data: bytes) -> list[Layer]:
    """The layers in a file that numpy wrote; `ViaeError` if there are none."""
    try:
        with ZipFile(io.BytesIO(data)) as file:
            number = int(_read_array(file, "layers")[1][0])
            layers: list[Layer] = []
            for i in range(number):
                (before, after), weights = _read_array(file, f"weights{i}")
                layers.append((before, after, weights, _read_array(file, f"biases{i}")[1]))
    except (KeyError, ValueError, EOFError, BadZipFile) as problem:
        raise ViaeError(f"the weights cannot be read: {problem}") from problem
    return layers


_TYPES: Final = {"<f2": "e", "<f4": "f", "<f8": "d", "<i8": "q"}


def _read_array(file: ZipFile, name: str) -> tuple[tuple[int, ...], array[float]]:
    """Shape and numbers of an array, in the format of `numpy.save`."""
    content = file.read(f"{name}.npy")
    if content[:6] != b"\x93NUMPY":
        raise ValueError(f"{name} is not an array")
    wide = 2 if content[6] == 1 else 4  # bytes of the length of the header
    start = 8 + wide + int.from_bytes(content[8 : 8 + wide], "little")
    header = _read_header(content[8 + wide : start].decode("latin-1"))
    kind = _TYPES.get(header["descr"])
    if kind is None or header["fortran_order"]:
        raise ValueError(f"{name} is of an unknown type, {header['descr']}")
    number = (len(content) - start) // int(header["descr"][2:])
    return header["shape"], array("f", unpack_from(f"<{number}{kind}", content, start))


def _read_header(text: str) -> dict[str, Any]:
    from ast import literal_eval

    found: dict[str, Any] = literal_eval(text.strip())
    return found


class PlainNoise:
    """The random numbers of numpy's default generator (PCG64), without numpy."""

    def __init__(self, seed: int) -> None:
        words = _spread(seed)
        state, stream = words[0] << 64 | words[1], words[2] << 64 | words[3]
        self._step = (stream << 1 | 1) & LONG
        self._state = 0
        self._next()
        self._state = self._state + state & LONG
        self._next()

    def _next(self) -> int:
        """The next 64 bits."""
        state = self._state * 0x2360ED051FC65DA44385DF649FCCF645 + self._step & LONG
        self._state = state
        folded = (state >> 64 ^ state) & 0xFFFF_FFFF_FFFF_FFFF
        turn = state >> 122
        return (folded >> turn | folded << (64 - turn)) & 0xFFFF_FFFF_FFFF_FFFF

    def gumbel(self, spread: float, number: int) -> list[float]:
        """So many numbers of the Gumbel distribution around 0."""
        drawn: list[float] = []
        while len(drawn) < number:
            chance = 1.0 - (self._next() >> 11) / 9007199254740992.0
            if chance < 1.0:
                drawn.append(-spread * math.log(-math.log(chance)))
        return drawn


def _spread(seed: int) -> list[int]:
    """Four numbers of 64 bits that follow from a seed, as in numpy's `SeedSequence`."""
    words = [seed & WORD]
    while seed := seed >> 32:
        words.append(seed & WORD)
    constant = 0x43B0D7E5

    def mix_in(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = constant * 0x931E8875 & WORD
        value = value * constant & WORD
        return value ^ value >> 16

    def mix(one: int, two: int) -> int:
        mixed = one * 0xCA01F9DD - two * 0x4973F715 & WORD
        return mixed ^ mixed >> 16

    pool = [mix_in(words[i] if i < len(words) else 0) for i in range(4)]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = mix(pool[target], mix_in(pool[source]))
    for word in words[4:]:
        for target in range(4):
            pool[target] = mix(pool[target], mix_in(word))
    constant = 0x8B51F9DD
    halves: list[int] = []
    for i in range(8):
        value = pool[i % 4] ^ constant
        constant = constant * 0x58F38DED & WORD
        value = value * constant & WORD
        halves.append(value ^ value >> 16)
    return [halves[i] | halves[i + 1] << 32 for i in range(0, 8, 2)]
