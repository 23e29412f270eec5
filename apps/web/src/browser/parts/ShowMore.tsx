/** The button that loads the next part of a list. */

interface ShowMoreProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

export const ShowMore = ({ query }: ShowMoreProps) =>
  query.hasNextPage ? (
    <p className="buttons">
      <button
        type="button"
        className="button secondary"
        disabled={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </button>
    </p>
  ) : null
