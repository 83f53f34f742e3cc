"""Our first ranking, and the next one after some answers, with words that tell and an estimate, as `find` has them."""

from serve_ranking import serve

from likewise.finder import collect, search


def first(examples, pile, excluded):
    collection = collect(examples, pile, n_jobs=1)
    search(collection)
    return collection


def again(collection, answers):
    ids = collection.pile.ids.to_list()
    search(collection, {ids[place]: is_yes for place, is_yes in answers.items()})


if __name__ == "__main__":
    serve(["likewise", "numpy", "numba"], first, again)
