import { StorageError } from "@octavo/core/kernel/shared/errors"

/** The port's failure, with the operation's name. Whoever asks again later may have more luck. */
export const failed =
  (operation: string) =>
  (cause: unknown): StorageError =>
    new StorageError({
      operation,
      retryable: true,
      ...(["ENOSPC", "EDQUOT"].includes((cause as NodeJS.ErrnoException).code ?? "") ? { full: true } : {}),
      cause
    })
