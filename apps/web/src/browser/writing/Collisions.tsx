/** Words that somebody else changed at the same time: both are seen, and whoever writes chooses what stays. */
import { useState } from "react"
import "../style/collisions.css"
import { type Choice, choices, collisionsOf, settledBy } from "../../logic/collisions.ts"
import type { SaverView, Settled } from "../../logic/PageSaver.ts"

interface CollisionsProps {
  readonly view: SaverView
  readonly onSettle: (settled: ReadonlyArray<Settled>) => void
}

export const Collisions = ({ onSettle, view }: CollisionsProps) => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map())
  if (view.state.stop !== "collision") return null
  const collisions = collisionsOf(view.error)
  const choiceOf = (index: number): Choice => chosen.get(index) ?? "both"
  const settle = () => {
    onSettle(collisions.map((collision, index) => settledBy(collision, choiceOf(index))))
    setChosen(new Map())
  }
  return (
    <section className="trouble" aria-label="Conflicts">
      <p>
        <strong>Somebody changed the same words.</strong> Choose what stays; nothing is lost until then.
      </p>
      {collisions.map((collision, index) => (
        <fieldset key={index} className="collision">
          <legend className="hidden">{`Conflict ${index + 1} of ${collisions.length}`}</legend>
          <div className="collision-sides">
            <Side title="Mine" text={collision.mine} />
            <Side title="Theirs" text={collision.theirs} />
          </div>
          <div className="segments">
            {Object.entries(choices).map(([value, label]) => (
              <label key={value} className="segment">
                <input
                  type="radio"
                  name={`collision-${index}`}
                  checked={choiceOf(index) === value}
                  onChange={() => setChosen(new Map(chosen).set(index, value as Choice))}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="buttons">
        <button type="button" className="button" onClick={settle}>
          Settle
        </button>
      </div>
    </section>
  )
}

const Side = ({ text, title }: { readonly title: string; readonly text: string }) => (
  <div className="collision-side">
    <p className="collision-title">{title}</p>
    {text === "" ? <p className="note">Nothing: it was deleted</p> : <pre>{text}</pre>}
  </div>
)
