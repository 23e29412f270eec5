/** A step that sets attributes of many nodes: keys of a whole page are renewed by one of it, and no place moves. */
import { Fragment, type Node, type Schema } from "prosemirror-model"
import { type Mappable, Step, StepMap, StepResult } from "prosemirror-transform"

export interface AttributeChange {
  /** Place in front of the node. */
  readonly pos: number
  readonly attribute: string
  readonly value: unknown
}

export class AttributesStep extends Step {
  /** In the order of their places. */
  readonly changes: ReadonlyArray<AttributeChange>

  constructor(changes: ReadonlyArray<AttributeChange>) {
    super()
    this.changes = changes.toSorted((a, b) => a.pos - b.pos)
  }

  override apply(doc: Node): StepResult {
    const queue = this.changes.toReversed()
    try {
      const changed = doc.copy(withAttributes(doc.content, 0, queue))
      return queue.length > 0 ? StepResult.fail("No node at the place of an attribute") : StepResult.ok(changed)
    } catch (error) {
      if (error instanceof RangeError) return StepResult.fail(error.message)
      throw error
    }
  }

  override getMap(): StepMap {
    return StepMap.empty
  }

  override invert(doc: Node): Step {
    return new AttributesStep(
      this.changes.map(({ attribute, pos }) => ({
        pos,
        attribute,
        value: doc.nodeAt(pos)!.attrs[attribute] as unknown
      }))
    )
  }

  override map(mapping: Mappable): Step | null {
    const changes = this.changes.flatMap((change) => {
      const { deletedAfter, pos } = mapping.mapResult(change.pos, 1)
      return deletedAfter ? [] : [{ ...change, pos }]
    })
    return changes.length === 0 ? null : new AttributesStep(changes)
  }

  override toJSON(): object {
    return { stepType: "attributes", changes: this.changes }
  }

  static override fromJSON(_: Schema, json: unknown): AttributesStep {
    const { changes } = json as { readonly changes: ReadonlyArray<AttributeChange> }
    if (!Array.isArray(changes)) throw new RangeError("Invalid input for AttributesStep.fromJSON")
    return new AttributesStep(changes)
  }
}

Step.jsonID("attributes", AttributesStep)

/** The content with the changes of the queue that are in it, the last first; those are taken away. */
const withAttributes = (content: Fragment, start: number, queue: AttributeChange[]): Fragment => {
  const nodes: Node[] = []
  let pos = start
  for (const node of content.content) {
    const end = pos + node.nodeSize
    if ((queue.at(-1)?.pos ?? end) >= end) nodes.push(node)
    else {
      const attrs: Record<string, unknown> = { ...node.attrs }
      for (let next = queue.at(-1); next?.pos === pos; next = queue.at(-1)) {
        attrs[next.attribute] = next.value
        queue.pop()
      }
      const isSameInside = node.isLeaf || (queue.at(-1)?.pos ?? end) >= end
      const inside = isSameInside ? node.content : withAttributes(node.content, pos + 1, queue)
      nodes.push(node.type.create(attrs, inside, node.marks))
    }
    pos = end
  }
  return Fragment.fromArray(nodes)
}
