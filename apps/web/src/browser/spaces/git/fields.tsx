/** What is typed of a repository: where it is, what lets the server in, and which part of it is meant. */
import { TextLine } from "../../parts/fields.tsx"
import type { GitRun } from "./useGitRun.ts"

interface PartProps {
  readonly run: GitRun
}

export const AddressFields = ({ run: { change, problems, typed } }: PartProps) => (
  <>
    <TextLine
      label="Address of the repository"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={2048}
      placeholder="https://github.com/acme/docs"
      value={typed.url}
      onChange={(url) => change({ url })}
      problem={problems["url"]}
    />
    <TextLine
      label="Token or password"
      note="For a private repository, and for every export. It is sealed while the run goes on, shown to nobody, and forgotten at its end: each run asks for it again."
      type="password"
      autoComplete="off"
      value={typed.token}
      onChange={(token) => change({ token })}
    />
    {typed.token === "" ? null : (
      <TextLine
        label="User name"
        note="Left empty where a token is enough, as on GitHub and GitLab."
        autoComplete="off"
        spellCheck={false}
        value={typed.user}
        onChange={(user) => change({ user })}
      />
    )}
  </>
)

export const PartFields = ({ run: { change, problems, typed } }: PartProps) => (
  <>
    <TextLine
      label="Branch"
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      value={typed.branch}
      onChange={(branch) => change({ branch })}
      problem={problems["ref"]}
    />
    <TextLine
      label="Folder"
      note="Where the pages are in the repository; empty for all of it."
      autoComplete="off"
      spellCheck={false}
      maxLength={1024}
      placeholder="docs"
      value={typed.folder}
      onChange={(folder) => change({ folder })}
      problem={problems["repoProjectDirectory"]}
    />
  </>
)

export const MessageField = ({ run: { change, problems, typed } }: PartProps) => (
  <TextLine
    label="Message of the commit"
    maxLength={10_000}
    value={typed.message}
    onChange={(message) => change({ message })}
    problem={problems["commitMessage"]}
  />
)
