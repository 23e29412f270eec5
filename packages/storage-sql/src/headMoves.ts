/** What a revision that is added writes, as the triggers of both stores have it: of `NEW`, the revision. */

/** Moves the head that the revision comes after; no row where there is none. */
export const moveHead = `UPDATE heads
  SET revision_id = NEW.id, root = NEW.root, sequence = NEW.sequence, updated_at = NEW.created_at
  WHERE space_id = NEW.space_id AND name = NEW.head AND sequence = NEW.sequence - 1`

/**
 * Notes that it moved, as `Happening` has it.
 * @param data a JSON object as text: of the revision, its sequence, who made it, and the change request that it merged
 */
export const noteMove = (data: string): string => `INSERT INTO space_events
  (space_id, change_request_id, kind, data, noted_at)
  SELECT NEW.space_id, nullif(NEW.head, 'primary'), 'head', ${data}, NEW.created_at
  FROM heads WHERE space_id = NEW.space_id AND name = NEW.head AND revision_id = NEW.id`

/**
 * Marks the change request that it merged. One that is merged already stays as it is, as where a copy of all rows comes in,
 * or where a server of before marks it itself. What the space counts of it is left to who merges.
 */
export const markMerged = `UPDATE change_requests
  SET status = 'merged', revision_merged = NEW.id, updated_at = NEW.created_at
  WHERE id = NEW.merged_from AND status IN ('draft', 'open')`

/** Names and columns of that object; what is NULL is left out. */
export const moveData = { revision: "id", sequence: "sequence", by: "author_id", mergedFrom: "merged_from" } as const
