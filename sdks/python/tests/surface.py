"""Prints the parameters of every method of a client, by resource, as JSON."""

import inspect
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from textloom import Client  # noqa: E402

surface = {
    resource: {
        name: list(inspect.signature(method).parameters)
        for name, method in inspect.getmembers(operations, inspect.ismethod)
        if not name.startswith("_")
    }
    for resource, operations in vars(Client("key", "http://127.0.0.1/v1")).items()
    if not resource.startswith("_")
}
print(json.dumps(surface))
