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
    <div className="field-pair">
      <TextLine
        label="Token or password"
        type="password"
        autoComplete="off"
        value={typed.token}
        onChange={(token) => change({ token })}
      />
      <TextLine
        label="User name"
        placeholder="If one is needed"
        autoComplete="off"
        spellCheck={false}
        value={typed.user}
        onChange={(user) => change({ user })}
      />
    </div>
    <p className="field-hint">
      For private repositories and for exports. A token is sealed while the run goes on, and forgotten at its end.
    </p>
  </>
)

export const PartFields = ({ run: { change, problems, typed } }: PartProps) => (
  <div className="field-pair">
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
      autoComplete="off"
      spellCheck={false}
      maxLength={1024}
      placeholder="All of it"
      value={typed.folder}
      onChange={(folder) => change({ folder })}
      problem={problems["repoProjectDirectory"]}
    />
  </div>
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
