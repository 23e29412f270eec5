/** Style sheets are put into files of their own by the build. */
declare module "*.css"
