/** The few signs of the interface, as paths in a square of 24 pixels, and which hints have. */

export const shapes = {
  book: "M5 4.5h12a2 2 0 0 1 2 2v13H7a2 2 0 0 1-2-2v-13zm0 13a2 2 0 0 1 2-2h12",
  clock: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.500V12l3 2",
  folder: "M3.5 7a1.5 1.5 0 0 1 1.5-1.5h4l2 2.5h8a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5z",
  page: "M7 3.5h7l4 4v13H7zM14 3.5v4h4",
  search: "M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm4.7 11.2 4.3 4.3",
  plus: "M12 5v14M5 12h14",
  more: "M5.500 12h.01M12 12h.01M18.500 12h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  tree: "M5 5v12.5h5M5 10.5h5M13 8.5h7v4h-7zM13 15.5h7v4h-7z",
  right: "m9 5 7 7-7 7",
  out: "M9 6h9v9M18 6 7 17",
  file: "M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 13h5M10 16.5h5",
  globe: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c5 5.6 5 11.4 0 17M12 3.5c-5 5.6-5 11.4 0 17",
  request:
    "M6.5 8.5v7M6.5 8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm0 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm11 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm0 0V10a3 3 0 0 0-3-3h-3m2.500-2.500L11.500 7l2.500 2.500",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20c.6-4 3.600-6 7.500-6s6.900 2 7.500 6",
  people:
    "M9 4.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM2.500 19.500c.5-3.500 3-5.300 6.500-5.300s6 1.800 6.500 5.300M15.500 4.800a3.500 3.500 0 0 1 0 6.400M18 14.800c2 .8 3.200 2.400 3.500 4.700",
  plug: "M9 3.500v5M15 3.500v5M6.500 8.500h11v3a5.500 5.500 0 0 1-11 0zM12 17v3.500",
  letter: "M5 19.500 12 4.500l7 15M7.500 14.500h9",
  bolt: "M13 3.500 5 13.500h6l-1 7 8-10h-6z",
  info: "M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17zM12 11v5.500M12 7.600v.2",
  warning: "M12 4 3 19.500h18zM12 10v5M12 17.300v.2",
  check: "m5 12.500 4.500 4.500L19 7.500",
  up: "m6 14.500 6-6 6 6",
  down: "m6 9.500 6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  link: "M10 14a4 4 0 0 0 6 .400l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.400l-3 3a4 4 0 0 0 5.700 5.700L12 17",
  undo: "M8.500 5 4.500 9l4 4M5 9h9.500a5 5 0 0 1 0 10H9",
  redo: "m15.500 5 4 4-4 4M19 9H9.500a5 5 0 0 0 0 10H15",
  note: "M5 4.500h14V14l-5.500 5.500H5zM19 14h-5.500v5.500M8.500 8.500h7M8.500 12h4",
  comment: "M5 5h14v10.500h-7.500L7.500 19.500v-4H5zM8.500 9h7M8.500 12h4.500",
  bell: "M12 4a5.500 5.500 0 0 1 5.500 5.500c0 4.500 1.500 6 2 7h-15c.500-1 2-2.500 2-7A5.500 5.500 0 0 1 12 4zM10 19.500h4",
  key: "M8 8.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 12.500h8.500M17 12.500v3.500M20.500 12.500v2.500",
  settings: "M5 7h9M18 7h1M5 17h1M10 17h9M16 5v4M8 15v4"
} as const

export type IconName = keyof typeof shapes

export const hints = {
  info: { icon: "info", label: "Information" },
  success: { icon: "check", label: "Success" },
  warning: { icon: "warning", label: "Warning" },
  danger: { icon: "warning", label: "Danger" }
} as const satisfies Readonly<Record<string, { readonly icon: IconName; readonly label: string }>>
