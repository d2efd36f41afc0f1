"""The API: an event by its links, for programs. The same roles, services and refusals as pages."""
