from tests.toy.registered import _toy  # noqa: F401 - used by being here
