"""A bot at the tables of a Viae server: python remote_bot.py URL TOKEN. Plays at random."""

import json
import random
import sys
import urllib.request
import uuid
from http.client import HTTPResponse

server, token = sys.argv[1:]
me = ""


def ask(path: str, body: object = None) -> HTTPResponse:
    """A request to the server."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(server + path, data, headers)
    found: HTTPResponse = urllib.request.urlopen(request)
    return found


for line in ask("/api/events"):
    event = json.loads(line[6:]) if line.startswith(b"data: ") else {}
    me = event["person"]["id"] if event.get("type") == "hello" else me
    if event.get("type") == "hello" or event.get("yours") is False:  # perhaps an invitation
        for table in json.load(ask("/api/me/tables?status=open"))["tables"]:
            if any(s["kind"] == "invited" and s["person"] == me for s in table["seats"]):
                ask(f"/api/tables/{table['id']}/sit", {})
    while event.get("yours"):
        path = f"/api/tables/{event['table']}"
        view = json.load(ask(path))
        if not view["you"]["decides"]:
            break
        entry = random.choice(view["you"]["legal"])["entry"]
        post = {"number": view["game"]["number"], "entry": entry, "key": uuid.uuid4().hex}
        ask(path + "/entries", post)
