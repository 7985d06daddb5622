"""Runs every check of scim2-tester against the interface at argv[1] with the key in SCIM_KEY; prints them as JSON."""

import json
import os
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

headers = {"Authorization": f"Bearer {os.environ['SCIM_KEY']}"}
client = SyncSCIMClient(Client(base_url=sys.argv[1], headers=headers, timeout=60))
client.discover()
results = check_server(client)
print(
    json.dumps(
        [
            {"status": result.status.name, "title": result.title, "reason": result.reason}
            for result in results
        ]
    )
)
