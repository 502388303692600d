"""`viae dump`: the public finished games of a server as files for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from viae.cli.serve import ConfigOption, DatabaseOption, DataOption, need_server, read_settings


def dump(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the files go.")],
    data: DataOption = None,
    database_url: DatabaseOption = None,
    config: ConfigOption = None,
) -> None:
    """Write the public finished games to a folder, whether the server is running or not.

    Names of people are left out unless they agreed. The folder gets games.jsonl.gz, games.parquet
    and games.stats, from which viae stats makes a page. Run it every night to keep them up to date.

    For example:

        viae dump /var/www/viae-games
    """
    need_server()
    import asyncio

    from viae.cli.out import out
    from viae.server.store.database import Database
    from viae.server.store.dump import dump as write

    settings = read_settings(config, data=data, database_url=database_url)

    async def run() -> dict[str, int]:
        db = Database(settings.database)
        try:
            return await write(db, folder)
        finally:
            await db.close()

    out().print(f"{asyncio.run(run())['games']} games written to {folder}")
