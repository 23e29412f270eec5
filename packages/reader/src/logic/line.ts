/** What a browser says of its line (Network Information); some say nothing. */
export interface Line {
  readonly saveData?: boolean
  /** Milliseconds until an answer begins to come. */
  readonly rtt?: number
  /** Megabits a second. */
  readonly downlink?: number
}

/** Whether what is not needed at once had better wait. */
export const isSlow = (line: Line = {}): boolean => line.saveData === true || line.rtt! > 125 || line.downlink! < 2
