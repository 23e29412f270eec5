/** The end of a list that loads on. */

interface ShowMoreProps {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

export const ShowMore = ({ list }: ShowMoreProps) =>
  list.hasNextPage ? (
    <p className="buttons">
      <button
        type="button"
        className="button secondary"
        disabled={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </button>
    </p>
  ) : null
