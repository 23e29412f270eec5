/** Bare `node:http` and one prepared select, or insert, of better-sqlite3. Arguments: the database file, the file of answers. */
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

// as safe as Octavo's
database.pragma("synchronous = FULL")
database.exec("CREATE TABLE written (id INTEGER PRIMARY KEY, path TEXT NOT NULL, data TEXT NOT NULL) STRICT")
const write = database.prepare("INSERT INTO written (path, data) VALUES (?, ?)")

serve(
  answers,
  (path, found) => found(select.all(path).length),
  (path, data, stored) => {
    write.run(path, data)
    stored()
  }
)
