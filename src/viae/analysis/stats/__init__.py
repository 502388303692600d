"""Statistics of many games: openings, what winners buy, seats, lengths, scores."""

from viae.analysis.stats.count import Counts, count, read_counts
from viae.analysis.stats.summary import statistics, statistics_page

__all__ = ["Counts", "count", "read_counts", "statistics", "statistics_page"]
