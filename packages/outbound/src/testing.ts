/** A DNS server on loopback for tests: answers CNAME, TXT, A and AAAA questions over UDP from a table. */
import { createSocket } from "node:dgram"
import { isIPv6 } from "node:net"

export interface DnsRecords {
  readonly aliases?: ReadonlyArray<string>
  readonly addresses?: ReadonlyArray<string>
  readonly texts?: ReadonlyArray<string>
  /** No answer comes. */
  readonly silent?: boolean
  /** The server says that it failed. */
  readonly fails?: boolean
}

export interface TestDns {
  /** As settings take it. */
  readonly server: string
  /** By name; what is not there does not exist. */
  readonly zone: Map<string, DnsRecords>
  /** Names that were asked for, in order. */
  readonly asked: Array<string>
  readonly close: () => Promise<void>
}

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 }

const nameOf = (message: Buffer): { readonly name: string; readonly end: number } => {
  const labels: Array<string> = []
  let at = 12
  for (let length = message[at]!; length !== 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 }
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0])
  ])

const encodeAddress = (address: string): Buffer => {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number))
  const [head = "", tail = ""] = address.split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)))
  const [before, after] = [groups(head), groups(tail)]
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}

/** A text in parts of at most 255 bytes. */
const encodeText = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/gs) ?? [""]).map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "latin1")])
    )
  )

/** An answer about the name of the question: a pointer to it, type, class IN, a minute, and the data. */
const encodeRecord = (type: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]), data])

const dataOf = (type: number, { addresses = [], aliases = [], texts = [] }: DnsRecords): ReadonlyArray<Buffer> => {
  if (type === types.CNAME) return aliases.map(encodeName)
  if (type === types.TXT) return texts.map(encodeText)
  return addresses.filter((one) => (isIPv6(one) ? types.AAAA : types.A) === type).map(encodeAddress)
}

export const startDns = async (): Promise<TestDns> => {
  const zone = new Map<string, DnsRecords>()
  const asked: Array<string> = []
  const socket = createSocket("udp4")
  socket.on("message", (message, from) => {
    const { end, name } = nameOf(message)
    const type = message.readUInt16BE(end)
    const found = zone.get(name)
    asked.push(name)
    if (found?.silent === true) return
    const records = dataOf(type, found ?? {})
    // a response to a recursive question: 3 is no such name, 2 a failure
    const code = found === undefined ? 3 : found.fails === true ? 2 : 0
    const head = Buffer.from([message[0]!, message[1]!, 0x81, 0x80 | code, 0, 1, 0, records.length, 0, 0, 0, 0])
    const answer = [head, message.subarray(12, end + 4), ...records.map((data) => encodeRecord(type, data))]
    socket.send(Buffer.concat(answer), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  return {
    server: `127.0.0.1:${socket.address().port}`,
    zone,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve()))
  }
}
