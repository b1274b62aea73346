"""The nginx configuration that routes each request to the node of its table or group."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from referee.store.codes import SHORTEST

CONFIG = """\
# Referee on several nodes behind one address; made by "referee nginx" for the http block of nginx.
# The first letter of a code or link says which node keeps its table or group.

{upstreams}
# What this phone is sent to that asks for no table: the node that last let it in, else any.
map "$cookie_nodes $cookie_device" $referee_home {{
{homes}
}}

# A code in the address, a link, the code of a table that is asked about;
# codes without a node's letter are of the first.
map "$uri $arg_again$arg_table" $referee_node {{
    default $referee_home;
{ways}
}}

server {{
    listen {port};
    server_name {host};
    location {path} {{
        proxy_pass http://$referee_node;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Host $http_host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_connect_timeout 2s;
        # Addresses hold links: whoever reads them may enter.
        access_log off;
        error_log stderr crit;
    }}
}}
"""


def configuration(nodes: Mapping[str, str], url: str) -> str:
    """The configuration for nodes (letters to address) and the public address ``url``."""
    scheme, host, path, *_ = urlsplit(url or "http://_")
    name, _, port = host.rpartition(":") if re.search(r":\d+$", host) else (host, "", "")
    return CONFIG.format(
        upstreams="".join(_upstreams(nodes)),
        homes="\n".join(_homes(nodes)),
        ways="\n".join(_ways(nodes, re.escape(path.rstrip("/")))),
        port=port if port and scheme == "http" else 80,
        host=name,
        path=f"{path.rstrip('/')}/",
    )


def _upstream(name: str, servers: list[str]) -> str:
    return "".join(
        (
            f"upstream {name} {{\n",
            *(f"    server {server};\n" for server in servers),
            "    keepalive 32;\n}\n",
        )
    )


def _upstreams(nodes: Mapping[str, str]) -> Iterator[str]:
    """Each node alone, each with the others as backups, and all of them."""
    for letters, address in nodes.items():
        others = [f"{other} backup" for other in nodes.values() if other != address]
        yield _upstream(_node(letters), [address])
        yield _upstream(_home(letters), [address, *others])
    yield _upstream("referee_any", [*nodes.values()])


def _homes(nodes: Mapping[str, str]) -> Iterator[str]:
    """The home node of a phone; a known phone without one predates nodes, so the first node."""
    yield "    default referee_any;"
    yield from (f'    "~^[{letters}]" {_home(letters)};' for letters in nodes)
    yield f'    "~^ ." {_home(next(iter(nodes)))};'


def _ways(nodes: Mapping[str, str], path: str) -> Iterator[str]:
    """The rules by precedence: a code in the path goes before one in the query."""
    coded, more, first = (
        f"^{path}/(?:api/)?(?:t|ruling)/",
        f"[a-z0-9]{{{SHORTEST}}}",
        _node(next(iter(nodes))),
    )
    for letters in nodes:
        yield f'    "~*{coded}[{letters}]{more}" {_node(letters)};'
        yield f'    "~^{path}/(?:join|g)/[{letters}]\\." {_node(letters)};'
        yield f'    "~^{path}/(?:at|bring)/[{letters}] " {_node(letters)};'
    yield f'    "~{coded}" {first};'
    yield f'    "~^{path}/(?:join|g)/" {first};'
    yield from (f'    "~* [{letters}]{more}" {_node(letters)};' for letters in nodes)
    yield f'    "~ ." {first};'


def _node(letters: str) -> str:
    return f"referee_{letters.lower()}"


def _home(letters: str) -> str:
    return f"{_node(letters)}_first"
