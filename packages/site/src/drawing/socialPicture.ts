/** Pictures of pages as a task: a thread finds it here. */

export { type SocialPicture, socialPictureTask } from "@octavo/reader/socialPicture"
