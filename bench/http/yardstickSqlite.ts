/** Bare `node:http` and one prepared select of better-sqlite3. Arguments: the database file, the file of answers. */
import { readFileSync } from "node:fs"
import Database from "better-sqlite3"
import { type Answer, rowsOf, serve } from "./yardstick.ts"

const [filename, answersFile] = process.argv.slice(2)
const answers: ReadonlyArray<Answer> = JSON.parse(readFileSync(answersFile!, "utf8"))
const database = new Database(filename!)
database.pragma("journal_mode = WAL")
database.exec(
  "CREATE TABLE answers (path TEXT, place INTEGER, data TEXT, PRIMARY KEY (path, place)) STRICT, WITHOUT ROWID"
)
const insert = database.prepare("INSERT INTO answers VALUES (:path, :place, :data)")
database.transaction(() => {
  for (const row of answers.flatMap(rowsOf)) insert.run(row)
})()
const select = database.prepare("SELECT place, data FROM answers WHERE path = ? ORDER BY place")

serve(answers, (path, found) => found(select.all(path).length))
