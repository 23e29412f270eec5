/** Stop words of many languages: they say nothing about what a message is about. Folded as `fold` folds. */

const words = `
a about after again all also am an and any are as at be because been before being both but by can cannot could did do does
doing don done down each else even ever for from get gets getting give go going got had has have having he hello help her
here hey hi him his how i if im in into is isn it its ive just keep know let like ll look make makes me more most much my
need needs no not now of off ok okay on once one only or other our out over own please put re really right said same say see
she should show so some something still such t tell than thank thanks that the their them then there these they thing this
those through to too try trying under until up us use used using ve very want wanted wants was way we well were what when
where which while who whom whose why will with won would yes you your yours
aber alle als am an auch auf aus bei bin bis bitte da danke das dass dem den der des die doch du ein eine einem einen einer
es fur habe haben hallo hat ich ihr im in ist ja kann kein keine konnen man mein meine mich mir mit nach nicht noch nur oder
schon sich sie sind so uber um und uns von war warum was wenn wer wie wir wird wo zu zum zur
ai alors au aux avec avez bonjour ce cela ces cet cette comment dans de depuis des du elle en est et etait il ils j je l la
le les leur ma mais me merci mes moi mon n ne nous on ou par pas peut peux plus pour pourquoi qu que quel quelle qui quoi s
sa se ses si son sont suis sur ta te tes ton tu un une vos votre vous y
al algo como con cual cuando de del donde el ella en era es esa ese eso esta estan este esto estoy gracias ha han hay hola
la las le lo los me mi mis muy no nos o para pero por porque puede puedo que quien se ser si sin sobre soy su sus te tengo
tiene todo tu un una uno unos y ya yo
ao aos as com da das do dos e ela ele em essa esse esta estou eu foi isso isto mais mas meu meus minha na nao nas nos nem
obrigado oi ola os ou para pela pelo pode posso qual quando quem seu sua tem tenho uma voce
alla anche che chi ci ciao come con cosa da dal dei del della di dove e gli grazie ha hanno ho il in io lo mi mia mio nel non
per perche piu puo quale quando quella quello questa questo se si sono sta su tra una uno vi
aan als bij dan dat de deze die dit een en er geen het hij hoe ik in is je kan maar met mij mijn na naar niet nog of om ook
op te uit van voor waar wat we wel wij zijn
б бы был была были быть в вас вы для до его ее если есть же за здравствуите и из или их к как ко когда кто ли мне мои моя мы
на не нет но о об он она они от по пожалуиста при с спасибо так то у уже что чтобы это я
の が を に は で と も か へ や な だ です ます した する して いる ある ない
`

const fillers = new Set(words.split(/\s+/))

export const isStopWord = (word: string): boolean => fillers.has(word)
