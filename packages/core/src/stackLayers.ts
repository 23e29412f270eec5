import { Layer } from "effect"

/** The face of an area, as far as it is stacked. */
interface Face {
  readonly layer: Layer.Any
}

/** What areas ask for: what none of those below the one that needs it has. */
type Missing<Areas extends ReadonlyArray<unknown>, Below = never, Found = never> = Areas extends readonly [
  infer First extends Face,
  ...infer Rest
]
  ? Missing<Rest, Below | Layer.Success<First["layer"]>, Found | Exclude<Layer.Services<First["layer"]>, Below>>
  : Found

/** The services of a floor's areas, from the ground up: each stands on those before it, and all of them are there. */
export const stackLayers = <const Areas extends ReadonlyArray<Face>>(
  areas: Areas
): Layer.Layer<Layer.Success<Areas[number]["layer"]>, Layer.Error<Areas[number]["layer"]>, Missing<Areas>> =>
  // what a fold comes to is told by the types of its parts
  (areas as ReadonlyArray<Face> as ReadonlyArray<{ readonly layer: Layer.Layer<never> }>).reduce<Layer.Layer<never>>(
    (below, { layer }) => Layer.provideMerge(layer, below),
    Layer.empty
  ) as never
