/** What a description holds, told without reading it whole: its operations, and where each piece of its text lies. */
export interface IndexedOperation {
  readonly path: string
  /** Lower case. */
  readonly method: string
  readonly id?: string
  readonly summary?: string
  readonly tags: ReadonlyArray<string>
  readonly deprecated?: boolean
}

export interface IndexedTag {
  readonly name: string
  /** What it is called, when not by its name. */
  readonly title?: string
  readonly parent?: string
  readonly description?: string
}

export interface DescriptionIndex {
  readonly title: string
  readonly version?: string
  readonly description?: string
  /** In the order of the description; those that only operations name come last. */
  readonly tags: ReadonlyArray<IndexedTag>
  readonly operations: ReadonlyArray<IndexedOperation>
  readonly webhooks: ReadonlyArray<{ readonly name: string; readonly method: string; readonly summary?: string }>
  readonly schemas: ReadonlyArray<string>
  /** JSON pointers to the bytes of the content that hold what they point to: from, to (exclusive). */
  readonly pieces: Readonly<Record<string, readonly [number, number]>>
}

/** More problems of a description than so many are counted only. Here, where nothing is imported: readers are small threads. */
export const problemsKept = 100
