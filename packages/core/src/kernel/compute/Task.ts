/**
 * Work that takes a processor long when texts are long: a plain function on plain data, which a thread of its own can do
 * as well. Trees of nodes stay where they are made: bringing one over costs as much as making it.
 */
export interface Task<in Input, out Output> {
  /** Of one in the table of tasks (`tasks.ts`), where a thread finds it. */
  readonly name: string
  readonly run: (input: Input) => Output
}

export const task = <Input, Output>(name: string, run: (input: Input) => Output): Task<Input, Output> => ({ name, run })
