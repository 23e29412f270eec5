declare module "linebreak" {
  /** Unicode line breaking (UAX 14). */
  export default class LineBreaker {
    constructor(text: string)
    /** The next place where a line may break: the offset of what follows it. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }
}
