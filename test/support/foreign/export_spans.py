"""Exports spans with the OpenTelemetry SDK for Python, twice, and prints the results."""

import json
import sys

from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

asked = json.loads(sys.argv[1])
memory = InMemorySpanExporter()
resource = {
    "service.name": "notebooks",
    "dataproduct.id": asked["product"],
    "outputport.name": "port-0",
}
provider = TracerProvider(resource=Resource.create(resource))
provider.add_span_processor(SimpleSpanProcessor(memory))
tracer = provider.get_tracer("notebooks", "1.0")
for rows in range(asked["count"]):
    with tracer.start_as_current_span("query") as span:
        span.set_attributes({"user": "hedy@example.com", "rows": rows, "access.id": "a1"})
exporter = OTLPSpanExporter(
    endpoint=asked["url"],
    headers=asked["headers"],
    compression=Compression.Gzip,
)
results = [exporter.export(memory.get_finished_spans()).name for _ in range(2)]
print(json.dumps(results))
