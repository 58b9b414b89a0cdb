"""The command that fits the weights of a rulebook: what is a weight, and that the best is found."""

from benchmarks.tuning import changes, fit, weights_of


class Known:
    """Judges who know the weights that foretell best."""

    def amiss(self, weights):
        near, (far, farther) = weights["NEAR"], weights["FAR"]
        error = (near - 0.3) ** 2 + (far - 2.0) ** 2 + (farther - 5.0) ** 2
        return error, error


def test_the_weights_of_a_module_are_its_own_numbers():
    found = weights_of("mechcom")
    assert {"MATERIAL", "SURE", "OPEN"} < set(found)
    assert "FLAG_POINTS" not in found, "what is imported is a number of the book"
    assert "GOOD" not in found, "words are no weights"


def test_each_weight_is_made_larger_and_smaller_for_itself():
    assert list(changes({"A": 2.0, "B": (1.0, 4.0)}, "B", 2.0)) == [
        {"A": 2.0, "B": (2.0, 4.0)},
        {"A": 2.0, "B": (1.0, 8.0)},
        {"A": 2.0, "B": (0.5, 4.0)},
        {"A": 2.0, "B": (1.0, 2.0)},
    ]


def test_what_is_fitted_is_nearly_the_best():
    start = {"NEAR": 1.0, "FAR": (1.0, 8.0)}
    found = fit(Known(), start)
    assert Known().amiss(found)[0] < 0.05 < Known().amiss(start)[0]
    assert start == {"NEAR": 1.0, "FAR": (1.0, 8.0)}
