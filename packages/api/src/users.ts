import { Token, User } from "@octavo/core/people/users/User"
import { NewToken, UserPatch } from "@octavo/core/people/users/Users"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

/** People and their API tokens. The token operations are Octavo's own. */
export const UsersGroup = HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("getAuthenticatedUser", "/user", { success: User, error: Common }).annotateMerge(
      OpenApi.annotations({ summary: "Get the caller" })
    ),
    HttpApiEndpoint.get("getUserById", "/users/:userId", {
      params: { userId: Id },
      success: User,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a user" })),
    HttpApiEndpoint.patch("updateUserById", "/users/:userId", {
      params: { userId: Id },
      payload: UserPatch,
      success: User,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change one's own profile" })),
    HttpApiEndpoint.get("listTokens", "/user/tokens", {
      query: listQuery,
      success: ListOf(Token, "TokenList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the caller's API tokens (extension)" })),
    HttpApiEndpoint.post("createToken", "/user/tokens", {
      payload: NewToken,
      success: created(
        Schema.Struct({ ...Token.fields, token: Schema.String }).annotate({ identifier: "NewTokenResult" })
      ),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Make an API token (extension)" })),
    HttpApiEndpoint.delete("deleteToken", "/user/tokens/:tokenId", {
      params: { tokenId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Revoke an API token (extension)" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Users", description: "Who is asking, and other people by their id." }))
