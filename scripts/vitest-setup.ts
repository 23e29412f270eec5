/**
 * Property tests draw the same cases in every run, so that a red run says what the change broke. `OCTAVO_SEED=random`
 * (or a number) draws others: a nightly search, or a hunt after work on a property.
 */
import fc from "fast-check"

const wanted = process.env["OCTAVO_SEED"]
if (wanted !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted ?? 20_261_121) })
