"""Settings: from options, from the environment (`VIAE_…`), from a file, in this order.

A file is TOML with the same names in lower case. All faults are reported at once.
"""

from __future__ import annotations

import ipaddress
import os
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from viae.errors import SetupError
from viae.server.store.database import tidy_url

PREFIX = "VIAE_"
OTHERS = {
    "VIAE_BOT_TOKEN",
    "VIAE_PURE",
    "VIAE_COMPILE",
    "VIAE_CONFIG",
}  # not settings of the server
PORT = 8642


def usual_bots() -> int:
    """Processes for bots: one fewer than the machine has cores, but at least one."""
    return max(1, (os.cpu_count() or 2) - 1)


class Settings(BaseSettings):
    """All settings; each has a sensible default."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid")

    host: str = Field("127.0.0.1", description="the address to listen on")
    port: int = Field(PORT, ge=0, le=65535, description="the port; 0 for any that is free")
    data: Path | None = Field(None, description="the folder of the database and its settings")
    database_url: SecretStr | None = Field(
        None, description="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    )
    secret: SecretStr | None = Field(
        None, description="signs tokens of pages; made on the first start and kept in the database"
    )
    public_url: str | None = Field(None, description="the address people type, for links")
    origins: list[str] = Field(
        default_factory=list, description="further origins whose pages may use the server"
    )
    trusted_proxies: str = Field(
        "", description="addresses of reverse proxies that are believed, with commas; * for all"
    )
    secure_cookies: Literal["auto", "always"] = Field(
        "auto", description="cookies for HTTPS alone: where HTTPS is used, or always"
    )
    bots: int = Field(default_factory=usual_bots, ge=0, le=256, description="processes for bots")
    bot_seconds: float = Field(1.0, gt=0, le=120, description="time of a bot for a turn")
    stand_in: str = Field("", description="the bot that takes over seats; a middling one if empty")
    rate_limits: float = Field(
        1.0, ge=0, le=1e6, description="multiplies the limits of requests; 0 switches them off"
    )
    max_sockets_per_address: int = Field(100, ge=1, description="live connections of one address")
    max_sockets_per_person: int = Field(20, ge=1, description="live connections of one person")
    max_open_tables: int = Field(50, ge=1, description="unfinished tables of one host")
    pool: int = Field(10, ge=1, le=200, description="connections to PostgreSQL of one process")
    metrics_token: SecretStr | None = Field(
        None, description="who sends it as bearer token may read /metrics from anywhere"
    )
    smtp_url: SecretStr | None = Field(
        None, description="smtp://USER:PASSWORD@HOST:PORT or smtps://…; without it no mail is sent"
    )
    mail_from: str | None = Field(None, description="the sender of mails, Viae <viae@example.org>")
    webhook_networks: list[str] = Field(
        default_factory=list,
        description="private networks that notifications may go to, such as 10.0.0.0/8",
    )
    log: Literal["text", "json"] = Field("text", description="the form of the log")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "warning", description="what is worth a line in the log; info logs every request"
    )
    audit_log: Path | None = Field(
        None, description="file for the audit log; without it, it is a part of the log"
    )
    shutdown_seconds: float = Field(
        10.0, gt=0, le=300, description="how long requests may still take when it stops"
    )

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            try:
                tidy_url(value.get_secret_value())
            except SetupError as problem:
                raise ValueError("; ".join(map(str, problem.faults))) from None
        return value

    @field_validator("public_url")
    @classmethod
    def _whole_url(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("http://", "https://")):
            raise ValueError("it begins with http:// or https://")
        return value.rstrip("/") if value else None

    @field_validator("smtp_url")
    @classmethod
    def _known_smtp(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            found = urlsplit(value.get_secret_value())
            if found.scheme not in ("smtp", "smtps") or not found.hostname:
                raise ValueError(
                    "it is no URL such as smtp://HOST:25 or smtps://USER:PASSWORD@HOST"
                )
        return value

    @field_validator("webhook_networks")
    @classmethod
    def _known_networks(cls, value: list[str]) -> list[str]:
        for one in value:
            try:
                ipaddress.ip_network(one)
            except ValueError:
                raise ValueError(f"“{one}” is no network such as 10.0.0.0/8 or fd00::/8") from None
        return value

    @model_validator(mode="after")
    def _whole_mail(self) -> Settings:
        if self.smtp_url is not None and not (self.public_url and self.mail_from):
            raise ValueError("smtp_url also needs public_url, for links in mails, and mail_from")
        return self

    @field_validator("secret")
    @classmethod
    def _long_secret(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < 32:
            raise ValueError("a secret has at least 32 characters")
        return value

    @property
    def folder(self) -> Path:
        """Where the data are kept."""
        return self.data or Path(platformdirs.user_data_dir("viae", appauthor=False))

    @property
    def database(self) -> str:
        """The URL of the database."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return f"sqlite:///{(self.folder / 'viae.db').absolute()}"

    def shown(self) -> dict[str, Any]:
        """The settings for people to read; secrets are not among them."""
        found = self.model_dump(mode="json")
        found["data"] = str(self.folder)
        if self.database_url is None:
            found["database_url"] = self.database
        return found


def load_settings(file: Path | None = None, **options: Any) -> Settings:
    """The settings; SetupError with every fault. Options that are None were not given."""
    chosen = file or (Path(os.environ["VIAE_CONFIG"]) if os.environ.get("VIAE_CONFIG") else None)
    if chosen is not None and not chosen.is_file():
        raise SetupError("settings", [f"there is no file {chosen}"])

    class WithFile(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the signature is given
            file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            sources = [init_settings, env_settings]
            if chosen is not None:
                sources.append(TomlConfigSettingsSource(settings_cls, chosen))
            return tuple(sources)

    given = {key: value for key, value in options.items() if value is not None}
    try:
        settings = WithFile(**given)
    except ValidationError as problem:
        faults = [_fault(error) for error in problem.errors()]
        raise SetupError("settings", faults) from None
    except ValueError as problem:  # a file that is no TOML, a list that is no JSON
        raise SetupError("settings", [str(problem)]) from None
    return settings


def _fault(error: Any) -> str:
    name = ".".join(str(part) for part in error["loc"]) or "settings"
    if error["type"] == "extra_forbidden":
        near = get_close_matches(name, list(Settings.model_fields), 1)
        return f"unknown setting “{name}”{f'; did you mean “{near[0]}”?' if near else ''}"
    said = error["msg"].removeprefix("Value error, ")
    secret = Settings.model_fields.get(name)
    hidden = secret is not None and "SecretStr" in str(secret.annotation)
    given = "" if hidden else f", not “{str(error.get('input'))[:60]}”"
    return f"{name}: {said}{given}"


def unknown_variables() -> list[str]:
    """Environment variables that look like settings but are not."""
    known = {PREFIX + name.upper() for name in Settings.model_fields} | OTHERS
    found = []
    for name in sorted(os.environ):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            near = get_close_matches(name.upper(), sorted(known), 1)
            found.append(f"{name} is no setting{f'; did you mean {near[0]}?' if near else ''}")
    return found
