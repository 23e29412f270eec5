/** Messages as people write them, of topics that a person named; several languages, slips of the pen, CJK. */
export const labelled: Readonly<Record<string, ReadonlyArray<string>>> = {
  invoices: [
    "Where can I download the invoice for last month?",
    "I can't find my invoices anywhere in the billing page",
    "please send me the invoice of March as pdf",
    "The invoice download button does nothing",
    "Our accountant needs all invoices from 2025, how do we download them",
    "invoice pdf is empty when i download it",
    "Can invoices be sent to our accountant by mail?"
  ],
  password: [
    "I forgot my password and the reset mail never arrives",
    "password reset link is expired, what now",
    "How do I reset my password?",
    "the reset pasword mail lands in spam and the link is dead",
    "Resetting the password fails with an unknown error",
    "cannot log in, password reset does not work",
    "I need a new password, please send me a reset link"
  ],
  webhooks: [
    "Our webhook endpoint stopped receiving events",
    "How are webhook deliveries signed? The signature does not match",
    "webhooks are delivered twice since yesterday",
    "Can I replay a failed webhook delivery?",
    "webhook signature verification fails in php",
    "What is the retry schedule of webhook events?",
    "The webhook times out after 5 seconds, can this be longer"
  ],
  dark: [
    "Is there a dark mode for the dashboard?",
    "please add dark mode, my eyes hurt at night",
    "dark theme looks broken in the sidebar",
    "dashboard colors are unreadable in dark mode",
    "can dark mode follow the system theme",
    "switching the theme to dark is not remembered"
  ],
  export: [
    "How do I export all contacts to CSV?",
    "csv export of contacts is missing the phone column",
    "The contact export stops at 1000 rows",
    "export contacts to excel please",
    "exporting contacts as csv has broken umlauts",
    "Is there an api to export the contacts list"
  ],
  refund: [
    "I want my money back for the yearly plan",
    "How long does a refund take to show on my card?",
    "I was charged twice, please refund one payment",
    "refund for the second charge has not arrived on my card",
    "can I get a refund after cancelling the plan",
    "double charge on my card, refund please"
  ],
  lieferung: [
    "Wann kommt meine Lieferung an?",
    "Die Lieferung ist seit zwei Wochen verspätet",
    "Meine Lieferung wurde an die falsche Adresse geschickt",
    "Kann ich die Lieferadresse nach der Bestellung ändern?",
    "Lieferung verspätet, wo ist mein Paket?",
    "Ich möchte die Adresse für die Lieferung ändern"
  ],
  退款: [
    "我想申请退款，钱什么时候到账？",
    "退款申请已经三天了还没有到账",
    "怎么申请退款？",
    "重复扣款了，请给我退款",
    "退款多久可以到账",
    "申请退款之后订单还能恢复吗"
  ],
  ログイン: [
    "ログインできません。どうすればいいですか",
    "昨日からログインできないです",
    "二段階認証のコードが届かずログインできません",
    "アプリにログインできなくなりました",
    "ログイン画面が真っ白でログインできません"
  ]
}
