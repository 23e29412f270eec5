/** Which names can be custom hostnames, and what becomes of them with what the DNS says. Pure. */
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { type HostnameRecord, type HostnameStatus, proofName, targetHost } from "./Hostname.ts"

/**
 * Why a name of the right letters can be no custom hostname here, in words that say what to change (threat: hostname takeover).
 * @param isSuffix whether the name is one under which anybody can register names, like `co.uk` or `github.io`
 */
export const hostnameProblem = (instance: InstanceConfig, hostname: string, isSuffix: boolean): string | undefined => {
  if (hostname.length > 253) return "is longer than the DNS lets names be, 253 letters"
  if (/\.\d+$/.test(hostname)) return "must be a name, not an IP address"
  if (!URL.canParse(`https://${hostname}/`) || new URL(`https://${hostname}/`).hostname !== hostname) {
    return "is no host name that browsers can open"
  }
  if (/\.(?:localhost|invalid|onion|arpa)$/.test(hostname)) return "ends in a name that no site can have"
  if (isSuffix) return "is a name under which others register theirs; take one below it"
  const own = [new URL(instance.publicUrl).hostname, instance.siteHost?.replace(/:\d+$/, ""), targetHost(instance)]
  if (own.some((host) => host === hostname)) return "is Octavo's own address"
  const siteHost = own[1]
  return siteHost !== undefined && hostname.endsWith(`.${siteHost}`)
    ? `is below ${siteHost}, where sites are by their basename`
    : undefined
}

/** What the DNS says of a hostname; a question that nobody answered is `undefined`. */
export interface DnsAnswers {
  /** CNAME records of the hostname, and of the name where the proof stands. */
  readonly alias: ReadonlyArray<string> | undefined
  readonly proof: ReadonlyArray<string> | undefined
  readonly addresses: ReadonlyArray<string> | undefined
  /** Addresses of the host that hostnames are to be pointed to. */
  readonly target: ReadonlyArray<string> | undefined
}

export interface Finding {
  readonly status: HostnameStatus
  /** `true`: the site is to be served there; `undefined`: nobody can say at the moment. */
  readonly holds: boolean | undefined
  readonly problem: string | null
}

/**
 * What the records amount to: a CNAME to `expected` proves that whoever controls the domain means this organization,
 * either at the name of the proof or at the hostname itself. Visitors must be led somewhere; where that is not here, it
 * may be a proxy or a content delivery network in front of Octavo.
 */
export const judge = (
  hostname: string,
  expected: string,
  targetHost: string,
  { addresses, alias, proof, target }: DnsAnswers
): Finding => {
  const proven = alias?.includes(expected) === true || proof?.includes(expected) === true
  if (!proven && (alias === undefined || proof === undefined)) return unanswered
  if (!proven) {
    const wrong = proof?.[0]
    const name = proofName(hostname)
    return wrong === undefined
      ? failed("dns_no_cname", `There is no CNAME record ${name} that leads to ${expected}`)
      : failed("dns_wrong_cname", `The CNAME record ${name} leads to ${wrong}; it must lead to ${expected}`)
  }
  const leadsHere =
    alias?.includes(targetHost) === true || addresses?.some((one) => target?.includes(one) === true) === true
  if (leadsHere) return { status: "live", holds: true, problem: null }
  if (addresses === undefined) return unanswered
  if (addresses.length > 0) return { status: "dns_passed", holds: true, problem: null }
  return failed(
    alias === undefined || alias.length === 0 ? "dns_no_cname" : "dns_wrong_cname",
    `${hostname} leads nowhere: make a CNAME record of it that leads to ${targetHost}`
  )
}

const failed = (status: HostnameStatus, problem: string): Finding => ({ status, holds: false, problem })

const unanswered: Finding = {
  status: "internal_error",
  holds: undefined,
  problem: "The DNS servers did not answer; this is tried again"
}

/** From so many checks in a row that find the records wrong on, a hostname that was served is served no longer. */
const mostFailures = 3

const minute = 60_000
const day = 24 * 60 * minute

/** How long until the next check: a day while all is well, else a minute that doubles up to six hours. */
const checkDelay = (failures: number): number => (failures === 0 ? day : Math.min(6 * 60, 2 ** (failures - 1)) * minute)

export type StateAfterCheck = Pick<HostnameRecord, "status" | "problem" | "isActive" | "failures" | "provenAt"> & {
  readonly checkedAt: string
  readonly nextCheckAt: string
}

/**
 * The state after a check. One that is served stays so for a while when its records are gone, and as long as nobody
 * answers: a mistake or an outage of the DNS takes no site down.
 * @param at milliseconds since 1970
 */
export const stateAfterCheck = (
  { failures, isActive, provenAt }: Pick<HostnameRecord, "failures" | "isActive" | "provenAt">,
  { holds, problem, status }: Finding,
  at: number
): StateAfterCheck => {
  const time = new Date(at).toISOString()
  const failed = holds === true ? 0 : holds === undefined ? failures : failures + 1
  return {
    status,
    problem,
    isActive: holds === true || (isActive && failed < mostFailures && status !== "invalid_domain"),
    failures: failed,
    provenAt: holds === true ? time : provenAt,
    checkedAt: time,
    nextCheckAt: new Date(at + checkDelay(holds === undefined ? Math.max(1, failed) : failed)).toISOString()
  }
}

/** A claim that was never proven gives way to another organization's after so long. */
const unprovenFor = day

/** One whose records were right is its organization's for so long after that, also when it was given up. */
export const quarantinedFor = 30 * day

/** Whether another organization may claim a name that has a record. */
export const givesWay = (
  {
    createdAt,
    isActive,
    provenAt,
    releasedAt
  }: Pick<HostnameRecord, "createdAt" | "isActive" | "provenAt" | "releasedAt">,
  at: number
): boolean => {
  if (isActive) return false
  if (provenAt === null) return Date.parse(createdAt) + unprovenFor <= at
  return Math.max(Date.parse(provenAt), releasedAt === null ? 0 : Date.parse(releasedAt)) + quarantinedFor <= at
}
