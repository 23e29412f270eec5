/**
 * Builds the application where a checkout has it, unless that is done already.
 * usage: node main.ts
 */
import { buildApplication, isBuilt } from "./build.ts"

if (!isBuilt()) await buildApplication()
