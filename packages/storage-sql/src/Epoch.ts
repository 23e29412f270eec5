/**
 * The state of the store as one number: read it before the state that is cached under it, and never fill a cache
 * inside a transaction. The port is core's; each storage package provides it.
 */
export { Epoch, everyone } from "@octavo/core/shared/Epoch"
