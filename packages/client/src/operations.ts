/**
 * Every operation of the contract, from which `node scripts/docs.mjs` makes this file: its method, its path (with `?`
 * behind a part that may be empty), and the statuses of its answers where there are others than 200. Answers have JSON,
 * but those of 204, 205 and 304; `none`: no answer of the operation has anything; `events`: it is a stream of them.
 */
export const operations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  system: {
    getApiInformation: "GET /v1"
  },
  users: {
    getAuthenticatedUser: "GET /v1/user",
    getUserById: "GET /v1/users/:userId",
    updateUserById: "PATCH /v1/users/:userId",
    listTokens: "GET /v1/user/tokens",
    createToken: "POST /v1/user/tokens 201",
    deleteToken: "DELETE /v1/user/tokens/:tokenId 204 205"
  },
  notifications: {
    listNotifications: "GET /v1/user/notifications",
    updateNotification: "PATCH /v1/user/notifications/:notificationId",
    readNotifications: "PATCH /v1/user/notifications 204",
    getNotificationSettings: "GET /v1/user/notification-settings",
    updateNotificationSettings: "PATCH /v1/user/notification-settings"
  },
  organizations: {
    listOrganizationsForAuthenticatedUser: "GET /v1/orgs",
    createOrganization: "POST /v1/orgs 201",
    getOrganizationById: "GET /v1/orgs/:organizationId",
    updateOrganizationById: "PATCH /v1/orgs/:organizationId",
    getSubdomain: "GET /v1/subdomains/:subdomain"
  },
  organizationMembers: {
    listMembersInOrganizationById: "GET /v1/orgs/:organizationId/members",
    getMemberInOrganizationById: "GET /v1/orgs/:organizationId/members/:userId",
    updateMemberInOrganizationById: "PATCH /v1/orgs/:organizationId/members/:userId",
    setUserAsSSOMemberForOrganization: "POST /v1/orgs/:organizationId/members/:userId/sso",
    listSpacesForOrganizationMember: "GET /v1/orgs/:organizationId/members/:userId/spaces",
    listTeamsForOrganizationMember: "GET /v1/orgs/:organizationId/members/:userId/teams",
    removeMemberFromOrganizationById: "DELETE /v1/orgs/:organizationId/members/:userId 204 205"
  },
  organizationInvites: {
    inviteUsersToOrganization: "POST /v1/orgs/:organizationId/invites",
    joinOrganizationWithInvite: "POST /v1/orgs/:organizationId/invites/:inviteId",
    joinOrganization: "POST /v1/orgs/:organizationId/join 204",
    listOrganizationInviteLinks: "GET /v1/orgs/:organizationId/link-invites",
    createOrganizationInvite: "POST /v1/orgs/:organizationId/link-invites 201",
    getOrganizationInviteLink: "GET /v1/orgs/:organizationId/link-invites/:inviteId",
    updateOrganizationInviteById: "PATCH /v1/orgs/:organizationId/link-invites/:inviteId",
    deleteOrganizationInviteById: "DELETE /v1/orgs/:organizationId/link-invites/:inviteId 204 205"
  },
  teams: {
    listTeamsInOrganizationById: "GET /v1/orgs/:organizationId/teams",
    createOrganizationTeam: "PUT /v1/orgs/:organizationId/teams 201",
    getTeamInOrganizationById: "GET /v1/orgs/:organizationId/teams/:teamId",
    updateTeamInOrganizationById: "PATCH /v1/orgs/:organizationId/teams/:teamId",
    removeTeamFromOrganizationById: "DELETE /v1/orgs/:organizationId/teams/:teamId 204 205"
  },
  teamMembers: {
    listTeamMembersInOrganizationById: "GET /v1/orgs/:organizationId/teams/:teamId/members",
    updateMembersInOrganizationTeam: "PUT /v1/orgs/:organizationId/teams/:teamId/members 204",
    addMemberToOrganizationTeamById: "PUT /v1/orgs/:organizationId/teams/:teamId/members/:userId 204",
    deleteMemberFromOrganizationTeamById: "DELETE /v1/orgs/:organizationId/teams/:teamId/members/:userId 204 205"
  },
  sso: {
    listSAMLProvidersInOrganizationById: "GET /v1/orgs/:organizationId/saml",
    createOrganizationSAMLProvider: "POST /v1/orgs/:organizationId/saml 201",
    getOrganizationSAMLProviderById: "GET /v1/orgs/:organizationId/saml/:samlProviderId",
    updateOrganizationSAMLProvider: "PATCH /v1/orgs/:organizationId/saml/:samlProviderId",
    deleteOrganizationSAMLProvider: "DELETE /v1/orgs/:organizationId/saml/:samlProviderId 204 205",
    listSSOProviderLoginsInOrganization: "GET /v1/orgs/:organizationId/sso"
  },
  emailDomains: {
    listOrganizationEmailDomains: "GET /v1/orgs/:organizationId/email-domains",
    checkOrganizationEmailDomain: "PATCH /v1/orgs/:organizationId/email-domains/:emailDomain? 204"
  },
  audit: {
    listOrganizationAuditEvents: "GET /v1/orgs/:organizationId/audit-events",
    getOrganizationAuditEvent: "GET /v1/orgs/:organizationId/audit-events/:auditEventId",
    listOrganizationAuditEventActions: "GET /v1/orgs/:organizationId/audit-event-actions"
  },
  storage: {
    generateStorageUploadURL: "POST /v1/orgs/:organizationId/storage/upload 201"
  },
  customFonts: {
    listCustomFonts: "GET /v1/orgs/:organizationId/fonts",
    createCustomFont: "PUT /v1/orgs/:organizationId/fonts 201",
    getCustomFont: "GET /v1/orgs/:organizationId/fonts/:fontId",
    updateCustomFont: "POST /v1/orgs/:organizationId/fonts/:fontId 201",
    deleteCustomFont: "DELETE /v1/orgs/:organizationId/fonts/:fontId 204 205"
  },
  collections: {
    listCollectionsInOrganizationById: "GET /v1/orgs/:organizationId/collections",
    createCollection: "POST /v1/orgs/:organizationId/collections 201",
    getCollectionById: "GET /v1/collections/:collectionId",
    updateCollectionById: "PATCH /v1/collections/:collectionId",
    deleteCollectionById: "DELETE /v1/collections/:collectionId 204 205",
    listSpacesInCollectionById: "GET /v1/collections/:collectionId/spaces",
    moveCollection: "POST /v1/collections/:collectionId/move",
    transferCollection: "POST /v1/collections/:collectionId/transfer"
  },
  spaces: {
    listSpacesInOrganizationById: "GET /v1/orgs/:organizationId/spaces",
    createSpace: "POST /v1/orgs/:organizationId/spaces 201",
    getSpaceById: "GET /v1/spaces/:spaceId",
    updateSpaceById: "PATCH /v1/spaces/:spaceId",
    deleteSpaceById: "DELETE /v1/spaces/:spaceId 204 205",
    restoreSpace: "POST /v1/spaces/:spaceId/restore",
    duplicateSpace: "POST /v1/spaces/:spaceId/duplicate 201",
    moveSpace: "POST /v1/spaces/:spaceId/move",
    transferSpace: "POST /v1/spaces/:spaceId/transfer"
  },
  spacePermissions: {
    inviteToSpace: "POST /v1/spaces/:spaceId/permissions 204",
    listUserPermissionsInSpace: "GET /v1/spaces/:spaceId/permissions/users",
    updateUserPermissionInSpace: "PATCH /v1/spaces/:spaceId/permissions/users/:userId 204",
    removeUserFromSpace: "DELETE /v1/spaces/:spaceId/permissions/users/:userId 204 205",
    listTeamPermissionsInSpace: "GET /v1/spaces/:spaceId/permissions/teams",
    updateTeamPermissionInSpace: "PATCH /v1/spaces/:spaceId/permissions/teams/:teamId 204",
    removeTeamFromSpace: "DELETE /v1/spaces/:spaceId/permissions/teams/:teamId 204 205",
    listPermissionsAggregateInSpace: "GET /v1/spaces/:spaceId/permissions/aggregate"
  },
  collectionPermissions: {
    inviteToCollection: "POST /v1/collections/:collectionId/permissions 204",
    listUserPermissionsInCollection: "GET /v1/collections/:collectionId/permissions/users",
    updateUserPermissionInCollection: "PATCH /v1/collections/:collectionId/permissions/users/:userId 204",
    removeUserFromCollection: "DELETE /v1/collections/:collectionId/permissions/users/:userId 204 205",
    listTeamPermissionsInCollection: "GET /v1/collections/:collectionId/permissions/teams",
    updateTeamPermissionInCollection: "PATCH /v1/collections/:collectionId/permissions/teams/:teamId 204",
    removeTeamFromCollection: "DELETE /v1/collections/:collectionId/permissions/teams/:teamId 204 205",
    listPermissionsAggregateInCollection: "GET /v1/collections/:collectionId/permissions/aggregate"
  },
  sitePermissions: {
    inviteToSite: "POST /v1/orgs/:organizationId/sites/:siteId/permissions 204",
    listUserPermissionsInSite: "GET /v1/orgs/:organizationId/sites/:siteId/permissions/users",
    updateUserPermissionInSite: "PATCH /v1/orgs/:organizationId/sites/:siteId/permissions/users/:userId 204",
    removeUserFromSite: "DELETE /v1/orgs/:organizationId/sites/:siteId/permissions/users/:userId 204 205",
    listTeamPermissionsInSite: "GET /v1/orgs/:organizationId/sites/:siteId/permissions/teams",
    updateTeamPermissionInSite: "PATCH /v1/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId 204",
    removeTeamFromSite: "DELETE /v1/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId 204 205",
    listPermissionsAggregateInSite: "GET /v1/orgs/:organizationId/sites/:siteId/permissions/aggregate"
  },
  spaceContent: {
    getCurrentRevision: "GET /v1/spaces/:spaceId/content 200 304",
    listPages: "GET /v1/spaces/:spaceId/content/pages 200 304",
    listFiles: "GET /v1/spaces/:spaceId/content/files 200 304",
    getFileById: "GET /v1/spaces/:spaceId/content/files/:fileId 200 304",
    getPageById: "GET /v1/spaces/:spaceId/content/page/:pageId 200 304",
    listSpacePageMetaLinks: "GET /v1/spaces/:spaceId/content/page/:pageId/meta-links 200 304",
    getPageByPath: "GET /v1/spaces/:spaceId/content/path/:pagePath? 200 304",
    getDocumentById: "GET /v1/spaces/:spaceId/documents/:documentId 200 304",
    getReusableContentById: "GET /v1/spaces/:spaceId/content/reusable-contents/:reusableContentId 200 304",
    getRevisionById: "GET /v1/spaces/:spaceId/revisions/:revisionId 200 304",
    listPagesInRevisionById: "GET /v1/spaces/:spaceId/revisions/:revisionId/pages 200 304",
    listFilesInRevisionById: "GET /v1/spaces/:spaceId/revisions/:revisionId/files 200 304",
    getFileInRevisionById: "GET /v1/spaces/:spaceId/revisions/:revisionId/files/:fileId 200 304",
    getPageInRevisionById: "GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId 200 304",
    getPageDocumentInRevisionById: "GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/document 200 304",
    listRevisionPageMetaLinks: "GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links 200 304",
    getPageInRevisionByPath: "GET /v1/spaces/:spaceId/revisions/:revisionId/path/:pagePath? 200 304",
    getReusableContentInRevisionById:
      "GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId 200 304",
    getReusableContentDocumentInRevisionById:
      "GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document 200 304",
    getRevisionSemanticChanges: "GET /v1/spaces/:spaceId/revisions/:revisionId/changes",
    getComputedRevision: "POST /v1/spaces/:spaceId/content/computed/revision",
    getComputedDocument: "POST /v1/spaces/:spaceId/content/computed/document",
    updateSpaceContent: "POST /v1/spaces/:spaceId/content",
    listSpaceRevisions: "GET /v1/spaces/:spaceId/revisions",
    restoreSpaceRevision: "POST /v1/spaces/:spaceId/revisions/:revisionId/restore",
    listSpacePageHistory: "GET /v1/spaces/:spaceId/content/page/:pageId/history",
    getPageBlame: "GET /v1/spaces/:spaceId/content/page/:pageId/blame"
  },
  search: {
    searchSpaceContent: "GET /v1/spaces/:spaceId/search",
    searchOrganizationContent: "GET /v1/orgs/:organizationId/search",
    searchSiteContent: "POST /v1/orgs/:organizationId/sites/:siteId/search"
  },
  answers: {
    streamAskInSite: "POST /v1/orgs/:organizationId/sites/:siteId/ask"
  },
  links: {
    listSpaceLinks: "GET /v1/spaces/:spaceId/links",
    listPageLinksInSpace: "GET /v1/spaces/:spaceId/content/page/:pageId/links",
    listSpacePageBacklinks: "GET /v1/spaces/:spaceId/content/page/:pageId/backlinks",
    listSpaceFileBacklinks: "GET /v1/spaces/:spaceId/content/files/:fileId/backlinks",
    listChangeRequestLinks: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/links",
    listPageLinksInChangeRequest: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links",
    listChangeRequestPageBacklinks:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks",
    listChangeRequestFileBacklinks:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks"
  },
  changeRequests: {
    listChangeRequestsForSpace: "GET /v1/spaces/:spaceId/change-requests",
    createChangeRequest: "POST /v1/spaces/:spaceId/change-requests 201",
    getChangeRequestById: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId",
    updateChangeRequestById: "PATCH /v1/spaces/:spaceId/change-requests/:changeRequestId",
    mergeChangeRequest: "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/merge",
    updateChangeRequest: "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/update",
    listChangeRequestConflicts: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/conflicts",
    getChangeRequestMergeChecks: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/merge-checks",
    listChangeRequestChecks: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/checks",
    revertChangeRequest: "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/revert 201",
    listChangeRequestsForOrganization: "GET /v1/orgs/:organizationId/change-requests"
  },
  reviews: {
    getReviewsByChangeRequestId: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews",
    submitChangeRequestReview: "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews 201",
    getChangeRequestReviewById: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews/:reviewId",
    getRequestedReviewersByChangeRequestId:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers",
    requestReviewersForChangeRequest: "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers",
    removeRequestedReviewerFromChangeRequest:
      "DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId 204 205",
    listSeenPagesInChangeRequest: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/seen-pages",
    markPageSeenInChangeRequest: "PUT /v1/spaces/:spaceId/change-requests/:changeRequestId/seen-pages/:pageId",
    unmarkPageSeenInChangeRequest:
      "DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/seen-pages/:pageId 204 205",
    getContributorsByChangeRequestId: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/contributors"
  },
  changeRequestContent: {
    updateChangeRequestContent: "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content",
    getRevisionOfChangeRequestById: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content 200 304",
    listPagesInChangeRequest: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/pages 200 304",
    listFilesInChangeRequestById: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files 200 304",
    getFileInChangeRequestById:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId 200 304",
    getPageInChangeRequestById: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId 200 304",
    listChangeRequestPageMetaLinks:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links 200 304",
    getPageInChangeRequestByPath:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/path/:pagePath? 200 304",
    getReusableContentInChangeRequestById:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId 200 304",
    getChangeRequestChanges: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/changes"
  },
  spaceComments: {
    listCommentsInSpace: "GET /v1/spaces/:spaceId/comments",
    postCommentInSpace: "POST /v1/spaces/:spaceId/comments",
    getCommentInSpace: "GET /v1/spaces/:spaceId/comments/:commentId",
    updateCommentInSpace: "PUT /v1/spaces/:spaceId/comments/:commentId",
    deleteCommentInSpace: "DELETE /v1/spaces/:spaceId/comments/:commentId 204 205",
    listCommentRepliesInSpace: "GET /v1/spaces/:spaceId/comments/:commentId/replies",
    postCommentReplyInSpace: "POST /v1/spaces/:spaceId/comments/:commentId/replies",
    getCommentReplyInSpace: "GET /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
    updateCommentReplyInSpace: "PUT /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
    deleteCommentReplyInSpace: "DELETE /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId 204 205",
    listCommentersInSpace: "GET /v1/spaces/:spaceId/commenters"
  },
  changeRequestComments: {
    listCommentsInChangeRequest: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments",
    postCommentInChangeRequest: "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/comments",
    getCommentInChangeRequest: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId",
    updateCommentInChangeRequest: "PUT /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId",
    deleteCommentInChangeRequest:
      "DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId 204 205",
    listCommentRepliesInChangeRequest:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies",
    postCommentReplyInChangeRequest:
      "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies",
    getCommentReplyInChangeRequest:
      "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId",
    updateCommentReplyInChangeRequest:
      "PUT /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId",
    deleteCommentReplyInChangeRequest:
      "DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId 204 205",
    listCommentersInChangeRequest: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/commenters"
  },
  events: {
    streamSpaceEvents: "GET /v1/spaces/:spaceId/events events",
    streamChangeRequestEvents: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/events events"
  },
  templates: {
    listTemplates: "GET /v1/templates",
    applyTemplateToSpace: "POST /v1/spaces/:spaceId/content/template 201 none"
  },
  pdf: {
    getSpacePDF: "GET /v1/spaces/:spaceId/pdf",
    getChangeRequestPDF: "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/pdf"
  },
  spaceGit: {
    importGitRepository: "POST /v1/spaces/:spaceId/git/import 204",
    exportToGitRepository: "POST /v1/spaces/:spaceId/git/export 204",
    getSpaceGitInfo: "GET /v1/spaces/:spaceId/git/info",
    deleteLegacyGitInstallation: "DELETE /v1/spaces/:spaceId/git/legacy-installation 204 205",
    listGitOperations: "GET /v1/spaces/:spaceId/git/operations",
    getGitOperation: "GET /v1/spaces/:spaceId/git/operations/:operationId"
  },
  sites: {
    listSites: "GET /v1/orgs/:organizationId/sites",
    createSite: "POST /v1/orgs/:organizationId/sites 201",
    getSiteById: "GET /v1/orgs/:organizationId/sites/:siteId",
    updateSiteById: "PATCH /v1/orgs/:organizationId/sites/:siteId",
    deleteSiteById: "DELETE /v1/orgs/:organizationId/sites/:siteId 204 205",
    publishSite: "POST /v1/orgs/:organizationId/sites/:siteId/publish",
    unpublishSite: "POST /v1/orgs/:organizationId/sites/:siteId/unpublish",
    applyTemplateToSite: "POST /v1/orgs/:organizationId/sites/:siteId/template 200 none",
    getPublishedContentSite: "GET /v1/orgs/:organizationId/sites/:siteId/published"
  },
  siteStructure: {
    getSiteStructure: "GET /v1/orgs/:organizationId/sites/:siteId/structure",
    sortSiteStructure: "PATCH /v1/orgs/:organizationId/sites/:siteId/structure/sort"
  },
  siteSections: {
    listSiteSections: "GET /v1/orgs/:organizationId/sites/:siteId/sections",
    addSectionToSite: "POST /v1/orgs/:organizationId/sites/:siteId/sections 201",
    getSiteSectionById: "GET /v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId",
    updateSiteSectionById: "PATCH /v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId",
    deleteSiteSectionById: "DELETE /v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId 204 205",
    moveSiteSection: "POST /v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move"
  },
  siteSectionGroups: {
    listSiteSectionGroups: "GET /v1/orgs/:organizationId/sites/:siteId/section-groups",
    addSectionGroupToSite: "POST /v1/orgs/:organizationId/sites/:siteId/section-groups 201",
    getSiteSectionGroupById: "GET /v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
    updateSiteSectionGroupById: "PATCH /v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
    deleteSiteSectionGroupById:
      "DELETE /v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId 204 205",
    addSectionToGroup: "POST /v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections 201",
    removeSectionFromGroup:
      "DELETE /v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId 204 205",
    moveSiteSectionGroup: "POST /v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move"
  },
  siteExternalLinks: {
    addExternalLinkToSite: "POST /v1/orgs/:organizationId/sites/:siteId/external-links 201",
    getSiteExternalLinkById: "GET /v1/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId",
    updateSiteExternalLinkById: "PATCH /v1/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId",
    deleteSiteExternalLinkById:
      "DELETE /v1/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId 204 205"
  },
  siteSpaces: {
    listSiteSpaces: "GET /v1/orgs/:organizationId/sites/:siteId/site-spaces",
    addSpaceToSite: "POST /v1/orgs/:organizationId/sites/:siteId/site-spaces 201",
    getSiteSpaceById: "GET /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId",
    updateSiteSpaceById: "PATCH /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId",
    deleteSiteSpaceById: "DELETE /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId 204 205",
    duplicateSiteSpace: "POST /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/duplicate 201",
    cutSiteSpaceVersion: "POST /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/versions 201",
    moveSiteSpace: "POST /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move"
  },
  siteExports: {
    listSiteExports: "GET /v1/orgs/:organizationId/sites/:siteId/exports",
    startSiteExport: "POST /v1/orgs/:organizationId/sites/:siteId/exports 201",
    getSiteExport: "GET /v1/orgs/:organizationId/sites/:siteId/exports/:siteExportId",
    deleteSiteExport: "DELETE /v1/orgs/:organizationId/sites/:siteId/exports/:siteExportId 204 205"
  },
  siteCustomization: {
    getSiteCustomizationById: "GET /v1/orgs/:organizationId/sites/:siteId/customization",
    updateSiteCustomizationById: "PUT /v1/orgs/:organizationId/sites/:siteId/customization",
    getSiteSpaceCustomizationById: "GET /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
    overrideSiteSpaceCustomizationById:
      "PATCH /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
    deleteSiteSpaceCustomizationById:
      "DELETE /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization 204 205"
  },
  siteMcpServers: {
    listSiteMcpServers: "GET /v1/orgs/:organizationId/sites/:siteId/mcp-servers",
    createSiteMcpServer: "POST /v1/orgs/:organizationId/sites/:siteId/mcp-servers 201",
    getSiteMcpServerById: "GET /v1/orgs/:organizationId/sites/:siteId/mcp-servers/:siteMcpServerId",
    updateSiteMcpServerById: "PATCH /v1/orgs/:organizationId/sites/:siteId/mcp-servers/:siteMcpServerId",
    deleteSiteMcpServerById: "DELETE /v1/orgs/:organizationId/sites/:siteId/mcp-servers/:siteMcpServerId 204 205"
  },
  openapi: {
    listOpenAPISpecs: "GET /v1/orgs/:organizationId/openapi",
    createOpenAPISpec: "POST /v1/orgs/:organizationId/openapi 201",
    getOpenAPISpecBySlug: "GET /v1/orgs/:organizationId/openapi/:specSlug",
    createOrUpdateOpenAPISpecBySlug: "PUT /v1/orgs/:organizationId/openapi/:specSlug 200 201",
    updateOpenAPISpecBySlug: "PATCH /v1/orgs/:organizationId/openapi/:specSlug",
    deleteOpenAPISpecBySlug: "DELETE /v1/orgs/:organizationId/openapi/:specSlug 204 205",
    listOpenAPISpecVersions: "GET /v1/orgs/:organizationId/openapi/:specSlug/versions",
    getLatestOpenAPISpecVersion: "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/latest",
    getLatestOpenAPISpecVersionContent: "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/latest/content",
    getLatestOpenAPISpecVersionContentRaw: "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/latest/content/raw",
    getOpenAPISpecVersionById: "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId",
    getOpenAPISpecVersionContentById: "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content"
  },
  translations: {
    listTranslations: "GET /v1/orgs/:organizationId/translations",
    createTranslation: "POST /v1/orgs/:organizationId/translations 201",
    getTranslation: "GET /v1/orgs/:organizationId/translations/:translationId",
    updateTranslation: "PUT /v1/orgs/:organizationId/translations/:translationId",
    deleteTranslation: "DELETE /v1/orgs/:organizationId/translations/:translationId 204 205",
    runTranslation: "POST /v1/orgs/:organizationId/translations/:translationId/run 204",
    listTranslationRuns: "GET /v1/orgs/:organizationId/translations/:translationId/runs"
  },
  glossary: {
    listGlossaryEntries: "GET /v1/orgs/:organizationId/translations-glossary",
    updateGlossaryEntries: "PUT /v1/orgs/:organizationId/translations-glossary 204",
    getGlossaryEntry: "GET /v1/orgs/:organizationId/translations-glossary/:glossaryEntryId"
  },
  siteRedirects: {
    listSiteRedirects: "GET /v1/orgs/:organizationId/sites/:siteId/redirects",
    createSiteRedirect: "POST /v1/orgs/:organizationId/sites/:siteId/redirects 201",
    bulkUpsertSiteRedirects: "PUT /v1/orgs/:organizationId/sites/:siteId/redirects",
    updateSiteRedirectById: "PATCH /v1/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId",
    deleteSiteRedirectById: "DELETE /v1/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId 204 205",
    getSiteRedirectBySource: "GET /v1/orgs/:organizationId/sites/:siteId/redirect"
  },
  siteShareLinks: {
    listSiteShareLinks: "GET /v1/orgs/:organizationId/sites/:siteId/share-links",
    createSiteShareLink: "POST /v1/orgs/:organizationId/sites/:siteId/share-links 201",
    getSiteShareLinkById: "GET /v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId",
    updateSiteShareLinkById: "PATCH /v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId",
    deleteSiteShareLinkById: "DELETE /v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId 204 205"
  },
  sitePublishingAuth: {
    getSitePublishingAuthById: "GET /v1/orgs/:organizationId/sites/:siteId/publishing/auth",
    updateSitePublishingAuthById: "PATCH /v1/orgs/:organizationId/sites/:siteId/publishing/auth",
    regenerateSitePublishingAuthById: "POST /v1/orgs/:organizationId/sites/:siteId/publishing/auth/regenerate"
  },
  sitePreview: {
    getSitePublishingPreviewById: "GET /v1/orgs/:organizationId/sites/:siteId/publishing/preview"
  },
  siteAdaptiveSchema: {
    getSiteAdaptiveSchema: "GET /v1/orgs/:organizationId/sites/:siteId/adaptive-schema",
    updateSiteAdaptiveSchema: "PUT /v1/orgs/:organizationId/sites/:siteId/adaptive-schema",
    listSiteAdaptiveTemplateConditions: "GET /v1/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions"
  },
  siteInsights: {
    trackEventsInSiteById: "POST /v1/orgs/:organizationId/sites/:siteId/insights/events 204",
    aggregateSiteEvents: "POST /v1/orgs/:organizationId/sites/:siteId/insights/events/aggregate"
  },
  conversations: {
    listConversationsIssuesClusters: "GET /v1/orgs/:organizationId/conversations-clusters",
    getConversationsIssuesCluster: "GET /v1/orgs/:organizationId/conversations-clusters/:clusterId",
    listConversations: "GET /v1/orgs/:organizationId/conversations",
    ingestConversation: "POST /v1/orgs/:organizationId/conversations 204",
    getConversationById: "GET /v1/orgs/:organizationId/conversations/:conversationId",
    listConversationsIssues: "GET /v1/orgs/:organizationId/conversations-issues",
    getConversationIssueById: "GET /v1/orgs/:organizationId/conversations-issues/:issueId"
  },
  imports: {
    listImportRuns: "GET /v1/org/:organizationId/imports",
    startImportRun: "POST /v1/org/:organizationId/imports 201",
    getImportRun: "GET /v1/org/:organizationId/imports/:importRunId",
    cancelImportRun: "POST /v1/org/:organizationId/imports/:importRunId/cancel"
  },
  urls: {
    resolvePublishedContentByUrl: "POST /v1/urls/published",
    getPublishedContentByUrl: "GET /v1/urls/published",
    getContentByUrl: "GET /v1/urls/content",
    getEmbedByUrl: "GET /v1/urls/embed"
  },
  spaceEmbeds: {
    getEmbedByUrlInSpace: "GET /v1/spaces/:spaceId/embed"
  },
  customHostnames: {
    getCustomHostname: "GET /v1/custom-hostnames/:hostname?",
    dnsRevalidateCustomHostname: "PATCH /v1/custom-hostnames/:hostname? 204",
    removeCustomHostname: "DELETE /v1/custom-hostnames/:hostname? 204 205"
  },
  webhooks: {
    listOrganizationWebhooks: "GET /v1/orgs/:organizationId/webhooks",
    createOrganizationWebhook: "POST /v1/orgs/:organizationId/webhooks 201",
    listSpaceWebhooks: "GET /v1/spaces/:spaceId/webhooks",
    createSpaceWebhook: "POST /v1/spaces/:spaceId/webhooks 201",
    listSiteWebhooks: "GET /v1/orgs/:organizationId/sites/:siteId/webhooks",
    createSiteWebhook: "POST /v1/orgs/:organizationId/sites/:siteId/webhooks 201",
    getWebhookById: "GET /v1/orgs/:organizationId/webhooks/:webhookId",
    updateWebhookById: "PATCH /v1/orgs/:organizationId/webhooks/:webhookId",
    deleteWebhookById: "DELETE /v1/orgs/:organizationId/webhooks/:webhookId 204 205",
    rotateWebhookSecret: "POST /v1/orgs/:organizationId/webhooks/:webhookId/secret",
    pingWebhook: "POST /v1/orgs/:organizationId/webhooks/:webhookId/ping 201",
    listWebhookDeliveries: "GET /v1/orgs/:organizationId/webhooks/:webhookId/deliveries",
    getWebhookDeliveryById: "GET /v1/orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId",
    replayWebhookDelivery: "POST /v1/orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/replay 201"
  }
}
