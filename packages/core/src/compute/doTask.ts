import { type TaskInput, type TaskName, type TaskOutput, tasks } from "./tasks.ts"

/** Does a task on this thread. */
export const doTask = <Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskOutput<Name> =>
  (tasks[name] as (input: TaskInput<Name>) => TaskOutput<Name>)(input)
