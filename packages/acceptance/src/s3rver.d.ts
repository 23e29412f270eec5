/** What is used of the S3-compatible server. */
declare module "@20minutes/s3rver" {
  export default class S3rver {
    constructor(options: {
      readonly directory: string
      readonly port: number
      readonly silent: boolean
      readonly allowMismatchedSignatures: boolean
      readonly configureBuckets: ReadonlyArray<{ readonly name: string; readonly configs: ReadonlyArray<string> }>
    })
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
