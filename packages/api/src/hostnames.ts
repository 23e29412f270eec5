import { CustomHostname } from "@octavo/core/delivery/hostnames/Hostname"
import { Text } from "@octavo/core/kernel/shared/text"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, Deleted } from "./shared.ts"

const params = { hostname: Text(0, 512) }
const path = "/custom-hostnames/:hostname"

/** Custom hostnames of sites. A site claims its own: `hostname` of its settings. */
export const HostnamesGroup = HttpApiGroup.make("custom-hostnames")
  .add(
    HttpApiEndpoint.get("getCustomHostname", path, {
      params,
      success: CustomHostname,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a custom hostname",
        description: "With its state, and the DNS records that prove it."
      })
    ),
    HttpApiEndpoint.patch("dnsRevalidateCustomHostname", path, {
      params,
      success: HttpApiSchema.NoContent,
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Check the DNS records of a custom hostname",
        description: "204 when they are right. 400 says what is wrong with them; 409: another check came first."
      })
    ),
    HttpApiEndpoint.delete("removeCustomHostname", path, {
      params,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take a custom hostname off its site" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Custom hostnames",
      description: "Names of a customer that lead to a site, and how they are proven."
    })
  )
