/** Another process: takes the row 2 out of `pairs`. Argument: the database file. */
import Database from "better-sqlite3"

const database = new Database(process.argv[2]!)
database.exec("DELETE FROM pairs WHERE id = 2")
database.close()
