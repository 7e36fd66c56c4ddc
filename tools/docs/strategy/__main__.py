"""Write the strategy pages from the numbers that were measured."""

from tools.strategy.pages import write_pages

if __name__ == "__main__":
    print(len(write_pages()), "files written")
